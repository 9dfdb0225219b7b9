/**
 * Makes small wrong changes (mutants) in the code that decides, one at a time, and says which of them no test notices:
 * `npm run test:mutants [-- paths… --workers 2 --budget 20 --tests path --sample 400]`. It retries only what changed since the
 * last run. --budget limits the seconds of tests per mutant, --tests names the only tests to use, --sample tries only that
 * many, drawn at random: 400 give the total score to within 3 percent. It runs on the embedded engine only.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCoverage, type Choice } from './coverage.ts'
import { findMutants } from './find.ts'
import type { Numbered } from './instrument.ts'
import { goal, report, scoreOf, type Outcome } from './report.ts'
import { openResults } from './results.ts'
import { openRunner } from './runner.ts'
import { createTrials } from './trial.ts'

const root = join(import.meta.dirname, '../..')
let done = 0
const cache = join(root, '.cache/mutants')
process.chdir(root)
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
delete process.env['TEST_DATABASE_URL']

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: String(availableParallelism()) },
    budget: { type: 'string', default: '20' },
    tests: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string', default: 'Infinity' },
  },
})

/** The code that decides and stores; not the texts of schemas, the tables, and the HTTP glue. */
const files = globSync('src/{features,platform}/**/*.ts')
  .filter((file) => !/\.test\.ts$|testing\.ts$|tables\.ts$|schema\.ts$|-?api\.ts$|-document\.ts$|mails\.ts$/.test(file))
  .toSorted()
let next = 0
const byFile = new Map<string, Numbered[]>(
  files.map((file) => [
    file,
    findMutants(file, readFileSync(file, 'utf8')).map((mutant) => ({ ...mutant, id: next++ })),
  ]),
)
const mutants = [...byFile.values()].flat()
const isIn = (folders: string[]) => (file: string) =>
  folders.length === 0 || folders.some((path) => file.startsWith(path.replace(/^\.\//, '')))

const runners = await Promise.all(Array.from({ length: Number(values.workers) }, () => openRunner(root, byFile)))
const [first] = runners
if (!first) throw new Error('--workers must be 1 or more')
const coverage = openCoverage(root, join(cache, 'coverage.json'), new Set(mutants.map(({ key }) => key)))
// Tests of browser code, built files and separate processes reach no mutant here; fuzz and speed tests depend on chance or time.
const tests = globSync('src/**/*.test.ts')
  .filter((file) => !/^src\/(web|content)\/|built-files|page-failure|durability|fuzz|search-speed/.test(file))
  .filter(isIn(values.tests))
  .toSorted()
const failed = await coverage.measure(first, tests, (id) => mutants[id]?.key ?? '', progress)
if (failed.length > 0) console.log(`\nThese fail without a mutant, so their results are left out: ${failed.join(', ')}`)

const results = openResults(join(cache, 'results.json'), coverage)
const outcomes: Outcome[] = []
const due: { mutant: Numbered; choice: Choice }[] = []
const wanted = mutants.filter(({ file }) => isIn(paths)(file)).toSorted((a, b) => drawn(a) - drawn(b))
for (const mutant of wanted.slice(0, Number(values.sample))) {
  const choice = mutant.ignored ? undefined : coverage.choose(mutant, Number(values.budget) * 1000)
  const status = mutant.ignored ? 'ignored' : choice ? results.find(mutant, choice.selections) : 'unreached'
  if (status) outcomes.push({ mutant, status })
  else if (choice) due.push({ mutant, choice })
}
const startedAt = Date.now()
await Promise.all(runners.map(work))
results.save()
console.log(`\n${report(outcomes)}`)
await Promise.all(runners.map((runner) => runner.close()))
const { killed, counted } = scoreOf(outcomes)
process.exit(killed >= goal * counted ? 0 : 1)

async function work(runner: (typeof runners)[number]): Promise<void> {
  const tryOut = createTrials(runner)
  for (let task = due.shift(); task; task = due.shift()) {
    const { mutant, choice } = task
    const { status, files: told } = await tryOut(mutant, choice)
    results.note(mutant, status, told)
    outcomes.push({ mutant, status })
    done += 1
    if (done % 20 === 0) results.save()
    const each = (Date.now() - startedAt) / done
    progress(
      `${done} of ${done + due.length} tried, about ${Math.ceil((each * due.length) / 60_000)} min left: ${mutant.file}`,
    )
    if (status === 'survived') console.log(`\n${mutant.file}:${mutant.line}  ${mutant.label}`)
  }
}

/** A position in a random order that is the same in each run, so that the first ones are a fair sample of all. */
function drawn({ key }: Numbered): number {
  return createHash('sha256').update(key).digest().readUInt32BE()
}

function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text.slice(0, 100)}`)
  else if (done % 50 === 0) console.log(text)
}
