import { useState } from 'react'
import { problemText } from '#web/lib/problem.ts'

/** The call behind a button, with its state: running, failed or done. */
export function useAction(call: () => Promise<void>) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [problem, setProblem] = useState<string>()

  async function run(): Promise<void> {
    setState('busy')
    setProblem(undefined)
    try {
      await call()
      setState('done')
    } catch (error) {
      setProblem(problemText(error))
      setState('idle')
    }
  }
  return { run: () => void run(), busy: state === 'busy', done: state === 'done', problem }
}
