import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whether the suite runs on the PostgreSQL server of that address (testing.ts), and not on the embedded engine. */
const onServer = Boolean(process.env.TEST_DATABASE_URL)

/**
 * The longest first, and those of the whole shop, which start processes and wait for them, among all the others: together at the end
 * they left both cores idle.
 */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's
    const sorted = await super.sort(files)
    const isOfWhole = ({ moduleId }: TestSpecification) => moduleId.includes('/src/test/')
    const places = [sorted.filter(isOfWhole), sorted.filter((file) => !isOfWhole(file))].flatMap((group) =>
      group.map((file, n) => ({ file, place: file.moduleId.endsWith('/chaos.test.ts') ? -1 : n / group.length })),
    )
    return places.toSorted((a, b) => a.place - b.place).map(({ file }) => file)
  }
}

/**
 * Tests stand beside what they test, and their names say where they run:
 *   *.unit.test.ts      touches no database: once, with the embedded engine
 *   *.embedded.test.ts  is about the embedded engine alone: once
 *   *.test.ts           everything else: on both engines
 */
export default defineConfig({
  test: {
    include: ['{src,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...(onServer ? ['**/*.{unit,embedded}.test.{ts,tsx}'] : [])],
    // Many start processes of their own, which takes this long where everything else is busy too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Two more than the cores that CI has: some tests wait for what takes its second, such as a job's next try.
    maxWorkers: 4,
    // Files share their process: loading the shop's modules again for each of them took a third of the run.
    isolate: false,
    sequence: { sequencer: Spread },
  },
})
