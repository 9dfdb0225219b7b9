import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createPageCache } from './cache.ts'
import { keepAnswers, shows, type Keepable } from './keep.ts'

/** A shop with one kept address, `/`, that answers as `answer` says at the time. */
function kept(answer: () => Response) {
  const cache = createPageCache()
  const app = new Hono<Keepable>().use(keepAnswers(cache, () => true)).get('/', shows('tools'), answer)
  let renewal: Promise<unknown> = Promise.resolve()
  cache.renewWith((url) => {
    renewal = Promise.resolve(app.fetch(new Request(`http://shop.test${url}`), { renew: true }))
  })
  return {
    ask: async () => (await app.request('/')).status,
    changeElsewhere: () => cache.expire('tools'),
    renewed: () => renewal,
  }
}

it('serves what another process changed once more, and never again when it is gone', async () => {
  let status = 200
  const { ask, changeElsewhere, renewed } = kept(() => new Response('a tool', { status }))
  expect(await ask()).toBe(200)
  status = 404
  changeElsewhere()
  expect(await ask()).toBe(200)
  await renewed()
  expect(await ask()).toBe(404)
})

it('serves what it has while the shop itself fails', async () => {
  let status = 200
  const { ask, changeElsewhere, renewed } = kept(() => new Response('a tool', { status }))
  expect(await ask()).toBe(200)
  status = 500
  changeElsewhere()
  expect(await ask()).toBe(200)
  await renewed()
  expect(await ask()).toBe(200)
})
