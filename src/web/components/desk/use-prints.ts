import { useCallback, useEffect, useState } from 'react'
import type { NewPrint, Print } from '#features/printing/schema.ts'
import { api } from '#web/lib/api.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { problemText } from '#web/lib/problem.ts'
import { renewalPause } from '#web/lib/use-renewal.ts'

/** The prints of the last day, newest first, reloaded while one is being drawn. */
export function usePrints() {
  const [prints, setPrints] = useState<readonly Print[]>()
  const [attempts] = useState(createAttempts)
  const [refusal, setRefusal] = useState<string>()
  /** How many loads in a row have failed, and why the last one did. */
  const [failed, setFailed] = useState<{ times: number; why?: string }>({ times: 0 })
  const load = useCallback(async () => {
    try {
      setPrints(await (await api.prints.$get()).json())
      setFailed({ times: 0 })
    } catch (error) {
      setFailed(({ times }) => ({ times: times + 1, why: problemText(error) }))
    }
  }, [])
  useEffect(() => void load(), [load])
  const isWaiting = prints?.some(({ state }) => state === 'waiting') ?? false
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => void load(), renewalPause(failed.times))
    return () => clearTimeout(timer)
    // Each answer, and each failure, starts the next wait.
  }, [isWaiting, failed, load])

  async function ask(wanted: NewPrint): Promise<void> {
    setRefusal(undefined)
    try {
      const print = await (await api.prints.$post({ json: wanted, header: attempts.headerFor(wanted) })).json()
      attempts.done()
      // After a lost answer, the list may have it already.
      setPrints((now = []) => [print, ...now.filter(({ _id }) => _id !== print._id)])
    } catch (error) {
      setRefusal(problemText(error))
    }
  }
  return { prints: prints ?? [], problem: refusal ?? failed.why, ask }
}
