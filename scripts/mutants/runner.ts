import { relative } from 'node:path'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { instrument, type Numbered } from './instrument.ts'
import { createWarmPool } from './pool.ts'

/** Tests of one file, by their Vitest ids; all of them if none are named. */
export type Selection = { file: string; tests?: string[] }
export type TestRun = {
  /** Passed, failed, or killed because it did not end. */
  outcome: 'passed' | 'failed' | 'timeout'
  /** The first test that failed. */
  failure: { file: string; test: string } | undefined
  /** How often the mutant was reached. */
  count: number
  modules: readonly TestModule[]
}
export type Runner = Awaited<ReturnType<typeof openRunner>>

/** Vitest with every mutant inside the modules, and one test process that stays alive. */
export async function openRunner(root: string, mutants: Map<string, Numbered[]>) {
  const warm = createWarmPool()
  const vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      include: ['{src,scripts,bench}/**/*.test.{ts,tsx}'],
      setupFiles: [`${import.meta.dirname}/switch.ts`],
      pool: warm.pool,
      isolate: false,
      fileParallelism: false,
      maxWorkers: 1,
      bail: 1,
      testTimeout: 30_000,
      hookTimeout: 60_000,
      sequence: { sequencer: InOrder },
      reporters: [{}],
      silent: true,
      cache: false,
      // The cache would return a module with the mutants of another run.
      fsModuleCache: false,
    } as Parameters<typeof createVitest>[1],
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre' as const,
          transform(code: string, id: string) {
            const inside = mutants.get(relative(root, id))
            return inside ? { code: instrument(code, inside), map: null } : undefined
          },
        },
      ],
    },
  )

  /** Runs the tests with a mutant on, up to the first failure. */
  async function run(selections: Selection[], mutant: number, limitMs: number, records = false): Promise<TestRun> {
    const project = vitest.getRootProject()
    project.provide('mutant', mutant)
    project.provide('records', records)
    const specifications = selections.map(({ file, tests }) =>
      project.createSpecification(`${root}/${file}`, tests ? { testIds: tests } : {}),
    )
    // Vitest would count the failures of all runs, and bail out at the first.
    vitest.state.filesMap.clear()
    vitest.state.idMap.clear()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      warm.stop()
    }, limitMs)
    try {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false)
      return { ...resultOf(vitest, root, testModules, unhandledErrors.length > 0, isLate), modules: testModules }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run,
    /** Replaces the process with a fresh one, without what the last runs left behind. */
    renew: () => warm.stop(),
    async close() {
      warm.stop()
      await vitest.close()
    },
  }
}

/** Keeps the files in the requested order: the most likely failure comes first. */
class InOrder {
  async shard(files: TestSpecification[]) {
    return files
  }
  async sort(files: TestSpecification[]) {
    return files
  }
}

function resultOf(vitest: Vitest, root: string, modules: readonly TestModule[], hasErrors: boolean, isLate: boolean) {
  vitest.state.clearErrors()
  const failed = modules.find((module) => module.state() === 'failed' || !module.ok())
  const test = failed && [...failed.children.allTests('failed')][0]
  const count = modules.reduce((sum, module) => sum + Number((module.meta() as { count?: number }).count ?? 0), 0)
  return {
    outcome: isLate ? ('timeout' as const) : failed || hasErrors ? ('failed' as const) : ('passed' as const),
    failure: failed ? { file: relative(root, failed.moduleId), test: test?.fullName ?? '' } : undefined,
    count,
  }
}
