import type { Report } from '#testing/chaos/report.ts'

/** Says what the shop did under faults, and ends with 1 where something was wrong. */
export function sayChaos({ answers, longestMs, acknowledged, faults, wrong }: Report): void {
  console.log(
    `  answers: ${JSON.stringify(answers)}, the longest after ${longestMs} ms, orders acknowledged: ${acknowledged.length}, faults: ${faults.length}`,
  )
  for (const line of wrong) console.error(`WRONG: ${line}`)
  const isRight = wrong.length === 0
  console.log(
    isRight
      ? 'Nothing was lost, the books balance with the provider’s and with the mail that came, and nobody saw an error but 503.'
      : `${wrong.length} were wrong.`,
  )
  process.exitCode = isRight ? 0 : 1
}

/** What the processes of a shop are given that orders more than people do. */
export const chaosEnv = (folder: string, database: string, admin: { password: string }): Record<string, string> => ({
  DATABASE_URL: database,
  DATA_DIR: folder,
  AUTH_SECRET: 'x'.repeat(32),
  ADMIN_PASSWORD: admin.password,
  MAX_UNPAID_ORDERS: '1000000',
  MAX_HELD_SHARE: '1',
})
