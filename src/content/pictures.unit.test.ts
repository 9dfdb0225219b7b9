import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleCatalogue } from '#seed/catalogue.ts'
import { galleryOf } from './gallery.ts'
import { home } from './home.ts'
import { pictureAddress, pictureName, pictureSources, pictureUrl } from './picture-address.ts'
import { pictures } from './pictures.ts'

const folder = join(import.meta.dirname, '..', '..', 'public')
const filesOf = (srcset: string) => srcset.split(', ').map((each) => each.split(' ')[0] ?? '')
const numbersIn = (text: string) => text.match(/[\d.]+/g)?.map(Number)
const megabyte = 1_000_000

describe('the product pictures', () => {
  const shown = [home.hero.picture, ...new Set(sampleCatalogue.map(({ img }) => img))].flatMap((img) => galleryOf(img))

  test.each(shown)('%s exists in all sizes and both formats', (address) => {
    const { avif, webp } = pictureSources(address) ?? expect.fail(`${address} is not one of our own`)
    const files = [...filesOf(avif), ...filesOf(webp)]
    expect(files).toContain(address)
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
  })

  test('show one product each, at its stated size', () => {
    const names = sampleCatalogue.map(({ img }) => pictureName(img) ?? '')
    expect(new Set(names).size).toBe(sampleCatalogue.length)
    const sorted = (lengths: readonly number[] = []) => lengths.toSorted((a, b) => a - b)
    const drawn = names.map((name) => sorted(Object.values(pictures[name]?.size ?? {})))
    const stated = sampleCatalogue.map(({ specification: { rows } }) =>
      sorted(numbersIn(rows.find(({ label }) => label === 'Size')?.value ?? '')),
    )
    expect(drawn).toEqual(stated)
  })

  test('have dimension lines that stay inside the picture', () => {
    const corners = Object.values(pictures).flatMap(({ width, height, depth }) => [width, height, depth].flat())
    expect(Math.min(...corners)).toBeGreaterThan(3)
    expect(Math.max(...corners)).toBeLessThan(97)
  })

  test('differ from each other, byte for byte', () => {
    const bytes = (address: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, address)))
        .digest('hex')
    expect(new Set(shown.map(bytes)).size).toBe(shown.length)
  })

  test('show at least six products from four sides', () => {
    const sides = sampleCatalogue.map(({ img }) => galleryOf(img).length)
    expect(sides.filter((count) => count === 4).length).toBeGreaterThanOrEqual(6)
  })

  test('stay within the size limits', () => {
    const sizes = readdirSync(join(folder, 'products')).map((file) => statSync(join(folder, 'products', file)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(0.09 * megabyte)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(15 * megabyte)
  })
})

describe('a picture address', () => {
  test('lists the sizes of our own pictures in both formats', () => {
    expect(pictureAddress('gn65')).toBe('/products/gn65-640.webp')
    expect(pictureSources('/products/gn65-640.webp')).toEqual({
      avif: '/products/gn65-320.avif 320w, /products/gn65-640.avif 640w, /products/gn65-1280.avif 1280w',
      webp: '/products/gn65-320.webp 320w, /products/gn65-640.webp 640w, /products/gn65-1280.webp 1280w',
    })
  })

  test('can include a larger size of its own', () => {
    expect(pictureSources('/products/hero-1400.webp')?.avif).toContain('/products/hero-1400.avif 1400w')
  })

  test('lists the generated sizes of an upload', () => {
    const upload = `/pictures/${'0123456789abcdef'.repeat(2)}`
    expect(pictureSources(`${upload}-1280.webp`)).toEqual({
      avif: `${upload}-320.avif 320w, ${upload}-640.avif 640w, ${upload}-1280.avif 1280w`,
      webp: `${upload}-320.webp 320w, ${upload}-640.webp 640w, ${upload}-1280.webp 1280w`,
    })
  })

  test('becomes an absolute address of the largest size for other sites', () => {
    const urlOf = (address: string) => pictureUrl(address, 'https://shop.example')
    expect(urlOf('/products/gn65-640.webp')).toBe('https://shop.example/products/gn65-1280.webp')
    expect(urlOf('https://example.com/gn65-640.webp')).toBe('https://example.com/gn65-640.webp')
    for (const none of ['https://[', 'javascript:alert(1)', 'data:,']) expect(urlOf(none), none).toBeUndefined()
  })

  test.each(['https://example.com/products/gn65-640.webp', '/products/gn65.webp', '/pictures/ab-640.webp'])(
    'has no other sizes for %s',
    (address) => expect(pictureSources(address)).toBeUndefined(),
  )
})
