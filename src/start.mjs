// @ts-check
/**
 * The built shop, as `npm start` runs it. What decides how packages are loaded has to be settled before the first is:
 * some look at NODE_ENV then, and compiled code is kept for the next start. JavaScript, since reading types would cost a
 * fifth of the start. `node src/main.ts` runs the sources instead. The flags beside it in package.json say how large the
 * space for what was just made is: less, and a page is dearer; more, and the process never gives back what ten thousand
 * strangers took (decision 66).
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

// oxlint-disable-next-line node/no-process-env
process.env.NODE_ENV ??= 'production'
enableCompileCache()

const built = new URL('../build/shop/main.js', import.meta.url)
if (existsSync(built)) await import(built.href)
else {
  process.stderr.write('The shop is not built: start with `npm start`, or run `npm run build` first\n')
  process.exitCode = 1
}
