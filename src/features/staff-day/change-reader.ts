import type { Topic } from './schema.ts'

/** A listener that is told of changes for as long as it reads. */
export type Reader = { accountId: string; tell(topics: readonly Topic[]): void; end(): void }

type Parts = {
  accountId: string
  confirm: () => Promise<void>
  /** Milliseconds. */
  heartbeat: number
  longest: number
  onOpen: (reader: Reader) => void
  onEnd: (reader: Reader) => void
}

/** The body of one response of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function openReader({ accountId, confirm, heartbeat, longest, onOpen, onEnd }: Parts) {
  const encoder = new TextEncoder()
  let reader: Reader
  let finish: () => void
  let tellUntold: () => void
  return new ReadableStream<Uint8Array>({
    start(controller) {
      /** Topics still to be told, once each, to a reader that has not yet read what was sent. */
      const untold = new Set<Topic>()
      let isOver = false
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const canTake = () => (controller.desiredSize ?? 0) > 0

      tellUntold = () => {
        if (isOver || untold.size === 0 || !canTake()) return
        const topics = JSON.stringify([...untold])
        untold.clear()
        send(`data: ${topics}\n\n`)
      }
      async function beat(): Promise<void> {
        await confirm()
        if (!isOver && canTake()) send(':\n\n')
      }
      const beating = setInterval(() => void beat().catch(() => reader.end()), heartbeat)
      const ending = setTimeout(() => reader.end(), longest)
      reader = {
        accountId,
        tell(topics) {
          for (const topic of topics) untold.add(topic)
          tellUntold()
        },
        end() {
          if (isOver) return
          finish()
          controller.close()
        },
      }
      finish = () => {
        isOver = true
        clearInterval(beating)
        clearTimeout(ending)
        onEnd(reader)
      }
      onOpen(reader)
      // So that the response starts at once.
      send(':\n\n')
    },
    // Called when the reader has read what was sent.
    pull: () => tellUntold(),
    cancel: () => finish(),
  })
}
