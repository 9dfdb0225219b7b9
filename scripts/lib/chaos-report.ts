import type { Report } from '#testing/chaos/report.ts'

/** Says how the shop did under faults, and sets exit code 1 if anything was wrong. */
export function sayChaos({ answers, longestMs, acknowledged, faults, wrong }: Report): void {
  console.log(
    `  answers: ${JSON.stringify(answers)}, the longest after ${longestMs} ms, orders acknowledged: ${acknowledged.length}, faults: ${faults.length}`,
  )
  for (const line of wrong) console.error(`WRONG: ${line}`)
  const isRight = wrong.length === 0
  console.log(
    isRight
      ? 'Nothing was lost, the books agree with the provider’s and with the mail that arrived, and nobody saw an error except 503.'
      : `Things that went wrong: ${wrong.length}.`,
  )
  process.exitCode = isRight ? 0 : 1
}

/** The environment for the processes of a shop that gets more orders than people would place. */
export const chaosEnv = (folder: string, database: string, admin: { password: string }): Record<string, string> => ({
  DATABASE_URL: database,
  DATA_DIR: folder,
  AUTH_SECRET: 'x'.repeat(32),
  ADMIN_PASSWORD: admin.password,
  MAX_UNPAID_ORDERS: '1000000',
  MAX_HELD_SHARE: '1',
})
