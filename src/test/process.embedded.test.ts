import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from '#platform/db/embedded.ts'
import { freePort, startInVain } from '#testing/process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'process-'))
const dataDir = join(scratch, 'data')
const elsewhere = join(scratch, 'elsewhere')
afterAll(() => rmSync(scratch, { recursive: true }))

/** Runs `npm start`. @returns the process, its output and its end. */
function npmStart(port: number) {
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, SEED: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, as in a terminal: Ctrl-C reaches the whole group.
    detached: true,
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { npm, ended: once(npm, 'close'), output: () => output }
}

async function running(port: number) {
  const shop = npmStart(port)
  // It answers before its scheduled work has begun.
  while (!(await answers(`http://localhost:${port}`)) || !shop.output().includes('is up')) {
    if (shop.npm.exitCode !== null) throw new Error(shop.output())
    await pause(100)
  }
  return shop
}

const answers = (origin: string) =>
  fetch(`${origin}/healthz?token=secret`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Whether the database was shut down, by the state in its control file (PostgreSQL, src/include/catalog/pg_control.h). */
function wasShutDown(): boolean {
  const shutDown = 1
  return readFileSync(join(dataDir, 'db', 'global', 'pg_control')).readInt32LE(16) === shutDown
}

/** The files and folders under `folder` that anyone but the owner may access. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return ['.', ...names].filter((name) => {
    const stat = lstatSync(join(folder, name))
    return !stat.isSymbolicLink() && stat.mode & 0o077
  })
}

// One process, from start to end: each step builds on the one before.
describe('npm start', { shuffle: false }, () => {
  let shop: ReturnType<typeof npmStart>
  let port: number
  beforeAll(async () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o755)
    writeFileSync(join(dataDir, 'left-behind'), '')
    chmodSync(join(dataDir, 'left-behind'), 0o644)
    writeFileSync(elsewhere, '')
    chmodSync(elsewhere, 0o644)
    symlinkSync(elsewhere, join(dataDir, 'link'))
    port = await freePort()
    shop = await running(port)
  })

  it('closes DATA_DIR to everyone but its owner, and says so', async () => {
    expect(await openToOthers(dataDir)).toEqual([])
    expect(lstatSync(elsewhere).mode & 0o777).toBe(0o644)
    expect(shop.output()).toContain(
      `other users of this machine could read ${dataDir}: now they cannot (files and folders corrected: 2)`,
    )
  })

  it('on SIGTERM answers requests in flight, closes the shop and leaves nothing running', async () => {
    const socket = connect(port, '127.0.0.1')
    const body = JSON.stringify({ name: 'Nusrat' })
    const length = Buffer.byteLength(body)
    socket.write(`POST /api/quote HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n`)
    socket.write(`Connection: close\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`)
    // The head has arrived: the server asks for the body (RFC 9110, 10.1.1).
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 100 /)
    const answer = text(socket)
    expect(wasShutDown()).toBe(false)

    shop.npm.kill('SIGTERM')
    while (await answers(`http://localhost:${port}`)) await pause(20)
    socket.write(body)
    expect(await answer).toMatch(/^HTTP\/1\.1 422 /)

    expect(await shop.ended).toEqual([0, null])
    expect(wasShutDown()).toBe(true)
    expect(shop.output()).toMatch(/"method":"GET","path":"\/healthz","status":200,/)
    expect(shop.output()).toMatch(/"method":"POST","path":"\/api\/quote","status":422,/)
    expect(shop.output()).not.toContain('token=secret')
  })

  it('also stops on Ctrl-C, which npm passes on a second time', async () => {
    const again = await running(port)
    process.kill(-Number(again.npm.pid), 'SIGINT')
    expect(await again.ended).toEqual([0, null])
    expect(wasShutDown()).toBe(true)
  })

  it('has scheduled all recurring jobs', async () => {
    const engine = await openEmbedded(dataDir)
    const { rows } = await engine.db.execute<{ name: string }>(sql`select name from jobs.schedule order by name`)
    await engine.close()
    expect(rows.map(({ name }) => name)).toEqual([
      'expire-orders',
      'issue-invoices',
      'keep-time-of-quotes',
      'reconcile-payments',
      'sweep-done-calls',
      'sweep-limits',
      'sweep-mailed-sign-ups',
      'sweep-mails',
      'sweep-payment-events',
      'sweep-prints',
      'sweep-sessions',
      'sweep-sign-ins',
      'tell-of-orders',
      'tell-of-stock',
      'tell-staff',
      'tend-signing-keys',
      'tidy-database',
    ])
  })
})

describe('a start that cannot succeed', () => {
  it.each([
    [
      { DATA_DIR: '/proc/x' },
      /^DATA_DIR \/proc\/x cannot be used \(ENOENT\): let this user write there, or choose another folder\n$/,
    ],
    [{ HOST: '203.0.113.1' }, /^HOST 203\.0\.113\.1 with PORT \d+ cannot be used: choose [^\n]*\n$/],
  ])(
    'ends with one line: %o',
    async (env, line) => {
      const { code, output } = await startInVain({ DATA_DIR: dataDir, SEED: 'none', ...env })
      expect(output).toMatch(line)
      expect(code).toBe(1)
    },
    60_000,
  )
})
