import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { notifyError } from '#web/ui/notify.ts'
import { isOutOfReach } from './out-of-reach.ts'
import { problemText } from './problem.ts'

/**
 * Does what a button is for, once however often it is pressed meanwhile, tells why where it could not be done, and shows the page
 * as it is then: also after a refusal, since somebody else may have done it, or it is gone. Where no answer came the page stays.
 * Buttons that may run side by side have names of their own.
 */
export function useAttempt() {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const { revalidate } = useRevalidator()

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    // A key has no button that would be busy.
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
