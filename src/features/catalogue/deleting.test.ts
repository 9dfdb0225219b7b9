import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import { newId } from '#platform/ids.ts'
import { makeTool, orderOf } from '#testing/factories.ts'
import { json } from '#testing/shop.ts'
import { stockOf } from '#testing/stock.ts'
import { openCatalogueShop, type CatalogueShop } from './testing.ts'

let shop: CatalogueShop
beforeAll(async () => {
  shop = await openCatalogueShop()
})
afterAll(() => shop.close())

describe('DELETE /tool/{id} and its undo', () => {
  test('takes a tool out of the lists; an order keeps its copy', async () => {
    const [tool, other] = [await makeTool(shop.db), await makeTool(shop.db)]
    const placed = OrderPlaced.parse(
      await (await shop.app.request('/api/order', json('POST', orderOf(tool), shop.user.headers))).json(),
    )
    expect((await shop.call('DELETE', `/${tool.id}`)).status).toBe(204)
    expect((await shop.call('GET', `/${tool.id}`)).status).toBe(404)
    expect(await (await shop.call('GET', `?q=${tool.partNumber}`)).json()).toEqual([])
    const order = await (await shop.app.request(`/api/order/${placed._id}`, { headers: shop.user.headers })).json()
    expect(Order.parse(order)).toMatchObject({ productName: tool.name, toolId: tool.id })
    expect((await shop.call('DELETE', `/${tool.id}`)).status).toBe(404)
    expect((await shop.call('DELETE', `/${newId()}`)).status).toBe(404)
    expect(await shop.rowOf(other.id)).toMatchObject(other)
  })

  test('restores the tool as it was, even when asked twice', async () => {
    const [tool, other] = [await makeTool(shop.db), await makeTool(shop.db)]
    for (const { id } of [tool, other]) await shop.call('DELETE', `/${id}`)
    const restored = await shop.call('POST', `/${tool.id}/restore`)
    expect(restored.status).toBe(200)
    expect(await shop.rowOf(tool.id)).toMatchObject({ ...tool, version: tool.version + 1 })
    expect((await shop.call('POST', `/${tool.id}/restore`)).status).toBe(200)
    expect(await shop.rowOf(tool.id)).toMatchObject({ ...tool, version: tool.version + 1 })
    expect(await stockOf(shop.db, tool.id)).toEqual({ available: 50, ledger: 50 })
    expect((await shop.call('GET', `/${other.id}`)).status).toBe(404)
  })

  test('leaves it deleted when its part number was taken meanwhile', async () => {
    const tool = await makeTool(shop.db)
    await shop.call('DELETE', `/${tool.id}`)
    await makeTool(shop.db, { partNumber: tool.partNumber })
    expect((await shop.call('POST', `/${tool.id}/restore`)).status).toBe(409)
    expect((await shop.call('GET', `/${tool.id}`)).status).toBe(404)
  })

  test('cannot restore a tool that never existed', async () => {
    expect((await shop.call('POST', `/${newId()}/restore`)).status).toBe(404)
    expect((await shop.call('POST', '/no-id/restore')).status).toBe(404)
  })
})
