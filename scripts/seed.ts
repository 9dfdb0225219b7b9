/** `npm run seed`: loads the sample catalogue and reviews into a shop that has no tools yet. */
import { seedDemo } from '../src/seed/seed.ts'
import { openShop } from '../src/shop.ts'
import { command } from './lib/command.ts'

await command(async (config, log) => {
  const shop = await openShop({ ...config, seed: 'none' }, { log })
  const { engine, catalogue, reviews } = shop
  const loaded = await seedDemo({ db: engine.db, catalogue, reviews, currency: config.currency })
  await shop.close()
  console.log(loaded ? 'The sample catalogue and reviews are loaded.' : 'There are tools already: nothing was changed.')
  return true
})
