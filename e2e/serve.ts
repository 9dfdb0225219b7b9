/** Runs the built site for the browser tests, on PORT. */
import { runShop } from './shop.ts'

// As behind a proxy, so that visitors can come from many addresses.
const shop = runShop({ PORT: process.env.PORT ?? '', TRUSTED_PROXIES: '1' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shop.kill(signal))
shop.on('close', (code) => (process.exitCode = code ?? 1))
