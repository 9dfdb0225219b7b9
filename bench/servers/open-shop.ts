import { createLog } from '#platform/log/log.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createWriteBuffer } from '#platform/log/write-buffer.ts'
import { readConfig } from '../../src/config.ts'
import { openShop } from '../../src/shop.ts'

/** The shop of this process's environment, with a log like the real one's. */
export async function openBenchShop() {
  const config = readConfig()
  const log = createLog(
    createWriteBuffer((text) => process.stdout.write(text)),
    createPrivateText('of the benchmark'),
  )
  return { config, shop: await openShop(config, { log }) }
}
