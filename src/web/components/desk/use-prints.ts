import { useCallback, useEffect, useState } from 'react'
import type { NewPrint, Print } from '#features/printing/schema.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'

const pollMs = 1000

/** What was printed in the last day, the newest first, looked at again while something is being drawn. */
export function usePrints() {
  const [prints, setPrints] = useState<readonly Print[]>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(async () => {
    try {
      setPrints(await (await api.prints.$get()).json())
    } catch (error) {
      setProblem(problemText(error))
    }
  }, [])
  useEffect(() => void load(), [load])
  const isWaiting = prints?.some(({ state }) => state === 'waiting') ?? false
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => void load(), pollMs)
    return () => clearTimeout(timer)
    // Each answer starts the next wait.
  }, [isWaiting, prints, load])

  async function ask(wanted: NewPrint): Promise<void> {
    setProblem(undefined)
    try {
      const print = await (await api.prints.$post({ json: wanted })).json()
      setPrints([print, ...(prints ?? [])])
    } catch (error) {
      setProblem(problemText(error))
    }
  }
  return { prints: prints ?? [], problem, ask }
}
