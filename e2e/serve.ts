/** Runs the built site for the browser tests. PORT says where. */
import { runShop } from './shop.ts'

const shop = runShop({ PORT: process.env.PORT ?? '' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shop.kill(signal))
shop.on('close', (code) => (process.exitCode = code ?? 1))
