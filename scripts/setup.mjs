// @ts-check
/**
 * Gets a clone ready: installs the packages and builds the pages, each only when something changed since the last time.
 * npm runs it before start, test, dev and check. It may run on the machine's own Node, before node_modules exists:
 * so it is plain JavaScript and needs no package.
 *
 *   node scripts/setup.mjs install   packages
 *   node scripts/setup.mjs build     packages, then the pages
 *   node scripts/setup.mjs rebuild   the same, and the pages even when nothing changed
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lib/lock.mjs'
import { windowsShims } from './lib/windows-shims.mjs'

const onWindows = process.platform === 'win32'
const oldestNode = 20
const oldestNpm = 10
const buildInputs = [
  'src',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.ts',
  'scripts/lib/bundle-shop.ts',
  'scripts/lib/compress-files.ts',
]

/** An npm left running after us would interfere with the next one. */
const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const installStamp = join(root, 'node_modules', '.setup')
const buildStamp = join(root, 'build', '.setup')

/** A failure the user can fix: shown as its message alone, without a stack. */
class SetupError extends Error {}

await main(process.argv[2])

/** @param {string | undefined} goal */
async function main(goal) {
  try {
    if (goal !== 'install' && goal !== 'build' && goal !== 'rebuild') {
      throw new SetupError('say what to set up: node scripts/setup.mjs install | build | rebuild')
    }
    checkVersions()
    if (isReady(goal)) return
    // A second start waits here for the first, and then finds the work done.
    await withLock(join(root, '.cache', 'setup.lock'), say, async () => {
      if (!isInstalled()) await install()
      if (goal === 'rebuild' || (goal === 'build' && !isBuilt())) await build()
    })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

/** @param {'install' | 'build' | 'rebuild'} goal */
function isReady(goal) {
  return goal !== 'rebuild' && isInstalled() && (goal === 'install' || isBuilt())
}

function checkVersions() {
  const node = Number.parseInt(process.versions.node, 10)
  if (node < oldestNode) {
    throw new SetupError(
      `Node ${process.versions.node} is too old to install with: install Node ${oldestNode} or newer.`,
    )
  }
  const npm = /^npm\/(\d+)(\S*)/.exec(process.env.npm_config_user_agent ?? '')
  if (npm && Number(npm[1]) < oldestNpm) {
    throw new SetupError(
      `npm ${npm[1]}${npm[2]} is too old: install npm ${oldestNpm} or newer (npm install --global npm).`,
    )
  }
}

async function install() {
  rmSync(installStamp, { force: true })
  try {
    await npmCi('--prefer-offline')
  } catch (error) {
    // npm's cached data of a package may predate the wanted version: then npm has to ask the registry.
    if (!(error instanceof SetupError && error.message.includes('ETARGET'))) throw error
    await npmCi('--prefer-online')
  }
  await linkPinnedNode()
  writeFileSync(installStamp, installFingerprint())
}

/** @param {string} freshness asking the registry about each package again takes three times as long */
async function npmCi(freshness) {
  const npmCli = process.env.npm_execpath
  // The machine's own Node runs npm: the pinned one is inside the folder that npm ci empties first.
  const [command, ...prefix] = npmCli ? [process.env.npm_node_execpath ?? process.execPath, npmCli] : ['npm']
  // No package needs its install script: each brings its binaries as packages of their own.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional', freshness]
  await step('Installing the packages', command, [...prefix, 'ci', ...options])
}

async function build() {
  rmSync(buildStamp, { force: true })
  const fingerprint = buildFingerprint()
  await step('Building the pages', pinnedNode(), [join(root, 'scripts', 'build.ts')])
  writeFileSync(buildStamp, fingerprint)
}

function isInstalled() {
  return readIfThere(installStamp) === installFingerprint()
}

function isBuilt() {
  return readIfThere(buildStamp) === buildFingerprint()
}

/** What the packages depend on: the lock file, and the platform whose binaries were chosen. */
function installFingerprint() {
  const lockFile = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lockFile).digest('hex')} ${process.platform}-${process.arch}`
}

/** What the built pages depend on, by path, size and time of change: reading every picture would slow each start. */
function buildFingerprint() {
  const hash = createHash('sha256').update(installFingerprint())
  for (const file of buildInputs.flatMap(filesUnder)) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/**
 * @param {string} path a file or folder, from the root
 * @returns {string[]} the files there, without tests, in a stable order
 */
function filesUnder(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat && !/\.test\.tsx?$/.test(path) ? [path] : []
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** @returns {{ name: string, version: string }[]} the packages that carry Node, one per platform */
function nodePackages() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(optionalDependencies).map(([name, version]) => ({ name, version }))
}

/**
 * The Node of the platform package, or else the machine's own if that is new enough.
 * @throws {SetupError} when there is neither
 */
function pinnedNode() {
  const packages = nodePackages()
  const found = packages
    .map(({ name }) => join(root, 'node_modules', name, 'bin', onWindows ? 'node.exe' : 'node'))
    .find((path) => existsSync(path))
  if (found) return found
  const wanted = Number.parseInt(packages[0]?.version ?? '0', 10)
  if (Number.parseInt(process.versions.node, 10) >= wanted) return process.execPath
  throw new SetupError(
    `No Node package exists for ${process.platform}-${process.arch}: install Node ${wanted} or newer, then start again.`,
  )
}

/**
 * Puts the pinned Node first on the PATH of npm's scripts, including this one, so only once it is known to run here.
 * npm links it too, but npm 10 loses the link again when it drops the other platforms' packages.
 */
async function linkPinnedNode() {
  const folder = join(root, 'node_modules', '.bin')
  const link = join(folder, 'node')
  rmSync(link, { force: true })
  const target = pinnedNode()
  await ensureItRuns(target)
  if (onWindows) {
    for (const [name, content] of Object.entries(windowsShims(target))) writeFileSync(join(folder, name), content)
    return
  }
  // Needed even if this Node is already running this script: its link was just removed.
  symlinkSync(relative(dirname(link), target), link)
}

/**
 * Node 26 needs libatomic, which slim Debian images lack: root installs it, anyone else is told how to.
 * @param {string} node
 */
async function ensureItRuns(node) {
  const { code, output } = await run(node, ['--version'])
  if (code === 0) return
  if (!output.includes('libatomic'))
    throw new SetupError(`this project’s Node does not run on this machine: ${output.trim()}`)
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new SetupError('this project’s Node needs libatomic: install it (Debian: apt-get install libatomic1).')
  }
  const command = 'apt-get update -qq && apt-get install -qq -y --no-install-recommends libatomic1'
  await step("Installing Debian's package libatomic1", '/bin/sh', ['-c', command])
}

/**
 * Runs a command, reports the elapsed time meanwhile, and shows its output only when it fails.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 */
async function step(title, command, args) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
  say(`${title} …`)
  const beat = setInterval(() => say(`  still running, ${seconds()}`), 5000)
  try {
    const { code, output } = await run(command, args)
    if (code !== 0)
      throw new SetupError(`${output.trimEnd()}\n${title} failed after ${seconds()}; the reason is above.`)
    say(`${title}: done in ${seconds()}`)
  } finally {
    clearInterval(beat)
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>} `code` is null when it could not be started or was killed
 */
function run(command, args) {
  const path = [join(root, 'node_modules', '.bin'), ...(process.env.PATH ?? '').split(delimiter)].join(delimiter)
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = () => child.kill()
    for (const signal of stopSignals) process.on(signal, stop)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      for (const signal of stopSignals) process.off(signal, stop)
      resolve({ code, output })
    })
  })
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`setup: ${line}\n`)
}
