import type { Coverage } from './coverage.ts'
import { readJson, writeJson } from './coverage.ts'
import type { Mutant } from './find.ts'
import type { Selection } from './runner.ts'

export type Status = 'killed' | 'timeout' | 'survived' | 'unreached' | 'ignored'
type Result = {
  status: Exclude<Status, 'unreached' | 'ignored'>
  /** The test files behind this status, each with its hash: the one that failed, or all that passed. */
  files: Record<string, string>
}

/** The result of each mutant, kept between runs as long as its function and the deciding tests stay the same. */
export function openResults(path: string, coverage: Coverage) {
  const added: Record<string, Result> = {}
  const read = () => readJson<Record<string, Result>>(path) ?? {}
  const known = read()

  return {
    /** The known result; undefined if the mutant has to be tried. */
    find({ key }: Mutant, selections: Selection[]): Status | undefined {
      const result = known[key]
      if (!result) return undefined
      if (Object.entries(result.files).some(([file, hash]) => hash !== safeHash(coverage, file))) return undefined
      // A mutant that survived some tests may be caught by a new one.
      const isNew = result.status === 'survived' && selections.some(({ file }) => !(file in result.files))
      return isNew ? undefined : result.status
    },

    note({ key }: Mutant, status: Result['status'], files: string[]): void {
      const result = { status, files: Object.fromEntries(files.map((file) => [file, coverage.fileHash(file)])) }
      known[key] = result
      added[key] = result
    },

    save: () => writeJson(path, { ...read(), ...added }),
  }
}

function safeHash(coverage: Coverage, file: string): string | undefined {
  try {
    return coverage.fileHash(file)
  } catch {
    return undefined
  }
}
