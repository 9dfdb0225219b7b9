/** `npm run seed`: loads the sample catalogue and reviews into a shop that has no tools yet. */
import { createLog } from '#platform/log/log.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createWriteBuffer } from '#platform/log/write-buffer.ts'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/seed/seed.ts'
import { openShop } from '../src/shop.ts'

const output = createWriteBuffer((text) => process.stderr.write(text))
try {
  const config = readConfig()
  const shop = await openShop(
    { ...config, seed: 'none' },
    { log: createLog(output, createPrivateText(config.authSecret)) },
  )
  const { engine, catalogue, reviews } = shop
  const loaded = await seedDemo({ db: engine.db, catalogue, reviews, currency: config.currency })
  await shop.close()
  console.log(loaded ? 'The sample catalogue and reviews are loaded.' : 'There are tools already: nothing was changed.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
output.flush()
