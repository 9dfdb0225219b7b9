import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'failing-disk-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs in a process of its own: one that hangs could not be observed from within. */
const program = `
import { fdatasync, fdatasyncSync } from 'node:fs'
import { promisify } from 'node:util'
import { PreparedPGlite } from '${import.meta.dirname}/prepared-pglite.ts'
import { startParams, SyncedNodeFS } from '${import.meta.dirname}/synced-files.ts'

let fails = false
function syncNow(fd) {
  if (!fails) return fdatasyncSync(fd)
  fails = false
  throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
}
const fs = new SyncedNodeFS(process.argv[2], { sync: promisify(fdatasync), syncNow })
const client = await PreparedPGlite.open({ fs, startParams })
await client.exec('create table piece (n int primary key, word text)')
fails = true
for (const statement of ["insert into piece values (1, 'fan')", 'checkpoint', "insert into piece values (2, 'fan')"]) {
  const done = client.query(statement).then(() => fs.commits.settled())
  await done.then(() => console.log('done', statement), () => {})
  await new Promise((resolve) => setTimeout(resolve, 50))
}
`

test(
  'a failed sync of the log ends the process, and nothing after it is reported as done',
  { timeout: 180_000 },
  async () => {
    const file = join(folder, 'program.mts')
    writeFileSync(file, program)
    const child = spawn(process.execPath, [file, join(folder, 'db')], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    const impatient = setTimeout(() => child.kill('SIGKILL'), 150_000)
    const [code] = await once(child, 'exit')
    clearTimeout(impatient)
    expect(said).toContain('EIO')
    expect(said).not.toContain('done checkpoint')
    expect(said).not.toContain('values (2')
    expect(code).toBe(1)
  },
)
