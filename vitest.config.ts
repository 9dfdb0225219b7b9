import { configDefaults, defineConfig } from 'vitest/config'

const unitTests = ['{src,scripts,bench}/**/*.unit.test.{ts,tsx}']
const embeddedTests = ['src/**/*.embedded.test.ts']

/**
 * Tests stand beside what they test, and their names say where they run:
 *   *.unit.test.ts      touches no database: once
 *   *.embedded.test.ts  is about the embedded engine alone: once
 *   *.test.ts           everything else: on both engines (TEST_DATABASE_URL names the PostgreSQL server, see testing.ts)
 */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two more than the cores that CI has: some tests wait for what takes its second, such as a job's next try.
    maxWorkers: 4,
    // Files share their process: loading the shop's modules again for each of them took a third of the run.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: unitTests } },
      { extends: true, test: { name: 'embedded', include: embeddedTests } },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...unitTests, ...embeddedTests],
        },
      },
    ],
  },
})
