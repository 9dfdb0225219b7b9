/**
 * `npm run test:upgrade`: the last release (deploy/released) and this one side by side on one database, as during an upgrade.
 * The old one sells; meanwhile this one starts, which migrates; then both sell, accept each other's tokens and notify each other
 * of changes; finally the books must balance.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAsking } from '#testing/chaos/asking.ts'
import { buyAt, newBuyer, sellable, shopAround } from '#testing/chaos/people.ts'
import { openProvider } from '#testing/chaos/provider.ts'
import { patienceMs, type Report } from '#testing/chaos/report.ts'
import { verdictOf } from '#testing/chaos/verdict.ts'
import { adminHeaders, builtShop, startProcess, type ShopProcess } from '#testing/process.ts'
import { chaosEnv, sayChaos } from './lib/chaos-report.ts'
import { freePort } from './lib/free-port.ts'
import { howToGetPostgres, startOwnPostgres } from './lib/postgres.ts'
import { buildReleased } from './lib/released.ts'

const say = (line: string) => console.log(`  ${line}`)
const admin = { email: 'admin@wattwork.test', password: 'admin-secret' }
// Keeps the provider’s book out of the shop’s database.
delete process.env.TEST_DATABASE_URL
const { commit, program } = buildReleased()
say(`last release: ${commit}`)
const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
const postgres = await startOwnPostgres()
if (!postgres) throw new Error(`PostgreSQL is missing: ${howToGetPostgres}`)
const [oldPort, newPort] = [await freePort(), await freePort()]
const [oldOrigin, newOrigin] = [`http://localhost:${oldPort}`, `http://localhost:${newPort}`]
const report: Report = { acknowledged: [], answers: {}, longestMs: 0, wrong: [], faults: [] }
const over = new AbortController()
/** The processes that receive calls: at first only the old one. */
const origins = [oldOrigin]
const asking = createAsking({
  origins,
  isProxied: false,
  report,
  isClockOff: () => false,
  answersWithin: patienceMs,
  over: over.signal,
})
const provider = await openProvider(asking.send)
const env = { ...chaosEnv(folder, postgres.url, admin), ...provider.env, PUBLIC_URL: oldOrigin }
const running: ShopProcess[] = []

try {
  running.push(await startProcess(env, oldPort, program))
  const staff = await adminHeaders(oldOrigin, admin)
  const toolId = await sellable(oldOrigin, staff)
  const people = await Promise.all([newBuyer(oldOrigin, staff), newBuyer(oldOrigin, staff)])
  const { acknowledged } = report
  const common = { ask: asking.ask, staff, toolId, pay: provider.pay, acknowledged, over: over.signal }
  const clients = people.map((person) => shopAround({ ...common, person }))
  await sleep(4_000)
  const before = acknowledged.length
  running.push(await startProcess(env, newPort, builtShop))
  say(
    `the last release sold ${before} orders alone, and ${acknowledged.length - before} while this one migrated and started`,
  )
  origins.push(newOrigin)
  await sleep(8_000)
  over.abort()
  await Promise.all(clients)

  for (const [here, there] of [
    [oldOrigin, newOrigin],
    [newOrigin, oldOrigin],
  ] as const) {
    const person = await newBuyer(here, staff, { publicUrl: oldOrigin })
    await buyAt(there, person, toolId, provider.pay)
    await seesChange({ here, there, toolId, staff })
  }
  say('each accepts the other’s sign-ins and tokens, and shows what the other changed')
  if (report.answers[503] || report.answers[0])
    report.wrong.push(`not every answer was 2xx or 4xx: ${JSON.stringify(report.answers)}`)
  report.wrong.push(...(await verdictOf({ env, report, provider, mails: [], hearsWithin: 10_000 })))
} catch (error) {
  report.wrong.push(`it could not continue: ${String(error)}`)
} finally {
  over.abort()
  for (const each of running) await each.end('SIGTERM')
  await provider.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
sayChaos(report)
// The provider’s book stays open for the next test.
process.exit()

type Change = { here: string; there: string; toolId: string; staff: Record<string, string> }

/** Checks that a product changed through one process shows in the pages and the API of the other. */
async function seesChange({ here, there, toolId, staff }: Change): Promise<void> {
  const read = async () =>
    (await fetch(`${there}/api/tool/${toolId}`)).json() as Promise<{ version: number; name: string }>
  const { version } = await read()
  await fetch(`${there}/`)
  const name = `Fan ${Date.now() % 1_000_000}`
  const init = { method: 'PATCH', headers: staff, body: JSON.stringify({ version, name }) }
  const changed = await fetch(`${here}/api/tool/${toolId}`, init)
  if (!changed.ok) throw new Error(`the product could not be changed: ${changed.status} ${await changed.text()}`)
  await sleep(1_000)
  const isNew = (await read()).name === name && (await (await fetch(`${there}/`)).text()).includes(name)
  if (!isNew) report.wrong.push(`${there} does not show a change made at ${here}`)
}
