import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptSecret, openDataFolder } from './data-folder.ts'
import { ConfigError } from './error.ts'

let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'folder-'))
})
afterEach(() => rmSync(scratch, { recursive: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

/** A file or folder of exactly this mode, whatever the umask. */
function make(path: string, mode: number, content?: string): string {
  if (content === undefined) mkdirSync(path)
  else writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

it('creates the folder and its parents, open only to the owner', () => {
  const folder = join(scratch, 'var', 'lib', 'shop')
  expect(openDataFolder(folder)).toBe(0)
  expect(modeOf(folder)).toBe('700')
  expect(readdirSync(folder)).toEqual([])
})

it('closes an existing folder and its contents to others, and counts the corrections', () => {
  const folder = make(join(scratch, 'data'), 0o755)
  const outbox = make(join(folder, 'outbox'), 0o777)
  const mail = make(join(outbox, 'reset.eml'), 0o644, 'a link that opens an account')
  const secret = make(join(folder, 'auth-secret'), 0o640, 'secret')
  const shut = make(join(folder, 'admin-password'), 0o600, 'secret')
  expect(openDataFolder(folder)).toBe(4)
  expect([folder, outbox].map(modeOf)).toEqual(['700', '700'])
  expect([mail, secret, shut].map(modeOf)).toEqual(['600', '600', '600'])
  expect(openDataFolder(folder)).toBe(0)
})

it('leaves the targets of links alone', () => {
  const elsewhere = make(join(scratch, 'elsewhere'), 0o755)
  const file = make(join(elsewhere, 'file'), 0o644, '')
  const folder = make(join(scratch, 'data'), 0o700)
  symlinkSync(elsewhere, join(folder, 'link'))
  symlinkSync(file, join(folder, 'link-to-file'))
  symlinkSync('nowhere', join(folder, 'dangling'))
  expect(openDataFolder(folder)).toBe(0)
  expect([elsewhere, file].map(modeOf)).toEqual(['755', '644'])
  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
})

it('leaves a socket alone', async () => {
  const folder = make(join(scratch, 'data'), 0o700)
  const socket = createServer().listen(join(folder, 'db.sock'))
  await once(socket, 'listening')
  chmodSync(join(folder, 'db.sock'), 0o666)
  expect(openDataFolder(folder)).toBe(0)
  socket.close()
})

it('follows DATA_DIR itself when it is a link, as to a mounted disk', () => {
  const disk = make(join(scratch, 'disk'), 0o755)
  const file = make(join(disk, 'file'), 0o644, '')
  symlinkSync(disk, join(scratch, 'data'))
  expect(openDataFolder(join(scratch, 'data'))).toBe(2)
  expect([disk, file].map(modeOf)).toEqual(['700', '600'])
})

it('closes files written later to others too, whoever writes them', () => {
  openDataFolder(join(scratch, 'data'))
  writeFileSync(join(scratch, 'data', 'later'), '')
  expect(modeOf(join(scratch, 'data', 'later'))).toBe('600')
})

it('refuses a folder that holds something else, and leaves it unchanged', () => {
  const home = make(join(scratch, 'home'), 0o755)
  make(join(home, 'Documents'), 0o755)
  make(join(home, 'notes'), 0o644, '')
  expect(() => openDataFolder(home)).toThrow(/contains folders that are not the shop’s/)
  expect(modeOf(home)).toBe('755')
})

it('refuses a folder shared by all users, and leaves it unchanged', () => {
  const shared = make(join(scratch, 'tmp'), 0o1777)
  expect(() => openDataFolder(shared)).toThrow(
    / is shared by all users of this machine: set it to a folder of its own$/,
  )
  expect(modeOf(shared)).toBe('1777')
})

it('accepts a fresh disk, and one that a shop has used', () => {
  const disk = make(join(scratch, 'disk'), 0o755)
  make(join(disk, 'lost+found'), 0o700)
  expect(openDataFolder(disk)).toBe(1)
  make(join(disk, 'backups'), 0o700)
  make(join(disk, 'auth-secret'), 0o600, 'secret')
  expect(openDataFolder(disk)).toBe(0)
})

it.each([
  ['/proc/x', /^DATA_DIR \/proc\/x cannot be used \(ENOENT\): let this user write there, or choose another folder$/],
  ['/proc/self/fdinfo', /^DATA_DIR \/proc\/self\/fdinfo cannot be used \(ENOENT\)/],
  ['/dev/null', /^DATA_DIR \/dev\/null cannot be used \(\/dev\/null is a file\)/],
  ['/dev/null/shop/data', /^DATA_DIR \/dev\/null\/shop\/data cannot be used \(\/dev\/null is a file\)/],
])('refuses %s at once with a one-line message', (folder, message) => {
  expect(() => openDataFolder(folder)).toThrow(ConfigError)
  expect(() => openDataFolder(folder)).toThrow(message)
})

it('leaves no file open after closing it to others', () => {
  const opened = () => readdirSync('/proc/self/fd').length
  const folder = make(join(scratch, 'data'), 0o700)
  for (const name of ['a', 'b', 'c']) make(join(folder, name), 0o644, '')
  const before = opened()
  expect(openDataFolder(folder)).toBe(3)
  expect(opened()).toBe(before)
})

it('creates a secret once, and leaves no partial file behind', () => {
  process.umask(0o022)
  const file = join(scratch, 'new', 'secret')
  expect(keptSecret(file, () => 'first')).toBe('first')
  expect(keptSecret(file, () => 'second')).toBe('first')
  expect(readFileSync(file, 'utf8')).toBe('first\n')
  expect([dirname(file), file].map(modeOf)).toEqual(['700', '600'])
  expect(readdirSync(dirname(file))).toEqual(['secret'])
})

it('refuses a secret that belongs to another user', () => {
  const file = join(scratch, 'secret')
  // Root can give a file away; other users cannot, but can link to a file of root's.
  if (process.getuid?.() === 0) {
    writeFileSync(file, 'known to another')
    chownSync(file, 65_534, 65_534)
  } else symlinkSync('/etc/passwd', file)
  expect(() => keptSecret(file, () => 'mine')).toThrow(
    new ConfigError(`${file} belongs to another user: remove it, or make the user that runs the shop its owner`),
  )
})

it('refuses an empty secret, as a power cut may leave behind', () => {
  const file = make(join(scratch, 'auth-secret'), 0o600, '\n')
  expect(() => keptSecret(file, () => 'new')).toThrow(
    new ConfigError(`${file} is damaged: restore it from your copy, or remove it to get a new one`),
  )
})

it('gives two processes that start at once the same secret', () => {
  const file = join(scratch, 'auth-secret')
  const kept = keptSecret(file, () => {
    keptSecret(file, () => 'of the other')
    return 'of this one'
  })
  expect([kept, readFileSync(file, 'utf8'), readdirSync(scratch)]).toEqual([
    'of the other',
    'of the other\n',
    ['auth-secret'],
  ])
})
