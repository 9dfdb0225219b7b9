/** Collects texts and writes them together a moment later: adding one costs next to nothing. */
export type WriteBuffer = { add(text: string): void; flush(): void }

/**
 * Writes at this many characters. Under load, texts that wait longer survive the collections of the young
 * generation and move to the old one, where collecting stops the process for long.
 */
const fullAt = 16 * 1024

// mutant(number): a millisecond more or less
export function createWriteBuffer(write: (text: string) => void, afterMs = 200): WriteBuffer {
  let texts: string[] = []
  let length = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    // mutant(statement): what is written a second time is empty
    clearTimeout(timer)
    timer = undefined
    if (length > 0) write(texts.join(''))
    texts = []
    length = 0
  }
  return {
    add(text) {
      texts.push(text)
      length += text.length
      if (length >= fullAt) flush()
      else timer ??= setTimeout(flush, afterMs).unref()
    },
    flush,
  }
}
