/** Waits for a promise, but at most this many milliseconds. @returns undefined when it was not settled by then. */
export async function within<T>(ms: number, done: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)))
  const first = await Promise.race([done, late])
  clearTimeout(timer)
  return first
}
