import { afterEach, expect, test, vi } from 'vitest'
import type { Cart } from '#features/cart/schema.ts'

const cart = (version: number, products: number) => ({ version, lines: Array.from({ length: products }) }) as Cart

const otherTab = new BroadcastChannel('wattwork-cart')
afterEach(() => otherTab.close())

test('a late count from another tab does not replace a newer one', async () => {
  // A fresh module: its state lasts as long as a tab.
  vi.resetModules()
  const { countOf, onCount, tellCount } = await import('./count.ts')
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  tellCount('nusrat', cart(7, 2))
  onCount(() => countOf('nusrat')?.version === 8 && resolve())
  otherTab.postMessage({ owner: 'nusrat', version: 6, count: 9 })
  otherTab.postMessage({ owner: 'nusrat', version: 8, count: 3 })
  const seen: unknown[] = []
  onCount(() => seen.push(countOf('nusrat')?.count))
  await heard
  expect(seen).toEqual([3])
})
