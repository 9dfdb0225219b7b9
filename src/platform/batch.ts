/** Collects texts and writes them together a moment later: adding one costs next to nothing. */
export type Batch = { add(text: string): void; flush(): void }

export function createBatch(write: (text: string) => void, afterMs = 200): Batch {
  let texts: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (texts.length) write(texts.join(''))
    texts = []
  }
  return {
    add(text) {
      texts.push(text)
      timer ??= setTimeout(flush, afterMs).unref()
    },
    flush,
  }
}
