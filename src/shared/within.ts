/** Waits for it, but no longer than so many milliseconds. @returns undefined when it was not there by then. */
export async function within<T>(ms: number, done: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)))
  const first = await Promise.race([done, late])
  clearTimeout(timer)
  return first
}
