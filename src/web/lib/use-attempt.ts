import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { notifyError } from '#web/ui/notify.ts'
import { isOutOfReach } from './out-of-reach.ts'
import { problemText } from './problem.ts'

/**
 * Runs a button's action, only once however often it is pressed meanwhile. Shows an error if it fails, and reloads the page's
 * data: after a refusal too, because somebody else may have done it or the item may be gone. Without an answer the page stays.
 * Buttons that may run concurrently have names of their own.
 */
export function useAttempt() {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const { revalidate } = useRevalidator()

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    // A keyboard shortcut has no button that would be disabled meanwhile.
    if (running.has(name)) return
    setRunning((now) => new Set([...now, name]))
    let isAnswered = true
    try {
      await work()
    } catch (error) {
      void notifyError(problemText(error))
      isAnswered = !isOutOfReach(error)
    }
    if (isAnswered) await revalidate()
    setRunning((now) => new Set([...now].filter((each) => each !== name)))
  }
  return { isRunning: (name: string) => running.has(name), attempt }
}
