import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { notifyError } from '#web/ui/notify.ts'
import { ApiProblem, problemText } from './problem.ts'

/**
 * Does what a button is for, once however often it is pressed meanwhile, and shows the page as it is then, or tells why
 * it could not be done. Buttons that may run side by side have names of their own.
 */
export function useAttempt() {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const { revalidate } = useRevalidator()

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    setRunning((now) => new Set([...now, name]))
    try {
      await work()
      await revalidate()
    } catch (error) {
      void notifyError(problemText(error))
      // Gone in another tab: it stood here for as long as the page did.
      if (error instanceof ApiProblem && error.status === 404) await revalidate()
    }
    setRunning((now) => new Set([...now].filter((each) => each !== name)))
  }
  return { isRunning: (name: string) => running.has(name), attempt }
}
