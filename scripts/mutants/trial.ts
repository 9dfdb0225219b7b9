import type { Choice } from './coverage.ts'
import type { Numbered } from './instrument.ts'
import type { Status } from './results.ts'
import type { Runner } from './runner.ts'

export type Trial = { status: Extract<Status, 'killed' | 'timeout' | 'survived'>; files: string[] }

/** Runs until a process is replaced, so that what mutants leave behind does not pile up. */
const runsPerProcess = 60

/** Tries mutants one after the other in one warm process. */
export function createTrials(runner: Runner) {
  let runs = 0
  /** For a mutant that takes effect only while a module is loading. */
  async function inFreshProcess(mutant: Numbered, { selections, ms }: Choice) {
    runner.renew()
    const run = await runner.run(selections, mutant.id, limit(ms))
    runner.renew()
    runs = 0
    return run
  }

  return async function tryOut(mutant: Numbered, choice: Choice): Promise<Trial> {
    const { selections, ms, needsFreshProcess } = choice
    runs += 1
    if (runs > runsPerProcess) {
      runner.renew()
      runs = 0
    }
    let run = needsFreshProcess
      ? await inFreshProcess(mutant, choice)
      : await runner.run(selections, mutant.id, limit(ms))
    // The mutant was not reached: what it changes was made earlier, once per process. A failure without it says nothing.
    if (!needsFreshProcess && run.count === 0 && run.outcome !== 'timeout') run = await inFreshProcess(mutant, choice)
    if (run.outcome === 'timeout') runs = 0
    if (run.outcome === 'passed') return { status: 'survived', files: selections.map(({ file }) => file) }
    const file = run.failure?.file
    return { status: run.outcome === 'timeout' ? 'timeout' : 'killed', files: file ? [file] : [] }
  }
}

/** Far more than the tests need: only endless runs are cut off. */
const limit = (ms: number): number => 20_000 + ms * 8
