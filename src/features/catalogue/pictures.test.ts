import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueMessages } from '#content/catalogue.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { mostPictureBytes, UploadedPicture } from './schema.ts'

let shop: TestShop
let admin: { authorization: string }
beforeAll(async () => {
  shop = await openTestShop()
  const { token } = await shop.signedIn({ role: 'admin' })
  admin = { authorization: `Bearer ${token}` }
})
afterAll(() => shop.close())

/** A photo from a camera held upright: its pixels lie on their side, as its EXIF says, which also holds the location. */
const photo = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#c6f030' } })
    .withExif({ IFD0: { Copyright: 'Nusrat' }, IFD3: { GPSLatitude: '23/1 45/1 36/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

const send = (body: Uint8Array | string, headers: Record<string, string> = admin) =>
  shop.app.request('/api/picture', {
    method: 'POST',
    headers: { 'content-type': 'image/*', 'content-length': String(body.length), ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

async function upload(picture: Uint8Array): Promise<string> {
  const answer = await send(picture)
  expect(answer.status).toBe(201)
  return UploadedPicture.parse(await answer.json()).img
}

test('a picture is served in three widths and two formats, cacheable for ever, upright and without metadata', async () => {
  const img = await upload(await photo())
  for (const width of [320, 640, 1280]) {
    for (const format of ['avif', 'webp']) {
      const answer = await shop.app.request(img.replace('1280.webp', `${width}.${format}`))
      expect(answer.headers.get('content-type')).toBe(`image/${format}`)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const found = await sharp(await answer.arrayBuffer()).metadata()
      expect(found.format).toBe(format === 'avif' ? 'heif' : 'webp')
      // Upright, 1600 × 1200 becomes 1200 × 1600; it is not enlarged.
      expect([found.width, found.height]).toEqual([Math.min(width, 1200), Math.round((Math.min(width, 1200) * 4) / 3)])
      expect([found.exif, found.orientation]).toEqual([undefined, undefined])
    }
  }
})

test('the smallest accepted picture is 320 × 240 pixels', async () => {
  expect(await upload(await photo(320, 240))).toMatch(/^\/pictures\//)
})

test('the same picture gets the same address, even when uploaded twice at once', async () => {
  const picture = await photo(400, 300)
  const atOnce = await Promise.all([upload(picture), upload(picture)])
  expect(new Set([...atOnce, await upload(picture)]).size).toBe(1)
})

test('an unknown picture address answers 404', async () => {
  expect((await shop.app.request(`/pictures/${'0'.repeat(32)}-640.webp`)).status).toBe(404)
})

test('only an admin may upload', async () => {
  const { token } = await shop.signedIn()
  expect((await send('anything', {})).status).toBe(401)
  expect((await send('anything', { authorization: `Bearer ${token}` })).status).toBe(403)
})

describe('the upload refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600"/></svg>'
  const cases: [string, () => Promise<Uint8Array | string>, string][] = [
    ['a file that is not a picture', () => Promise.resolve('GIF89a, says the file'), catalogueMessages.pictureType],
    ['a picture that can hold a script', () => Promise.resolve(svg), catalogueMessages.pictureType],
    ['a truncated file', async () => (await photo()).subarray(0, 5000), catalogueMessages.pictureType],
    ['a picture too narrow', () => photo(319, 240), catalogueMessages.picturePixels],
    ['a picture too low', () => photo(320, 239), catalogueMessages.picturePixels],
    ['a picture of more than 40 million pixels', () => Promise.resolve(bomb(6328)), catalogueMessages.picturePixels],
    [
      'a small file that unpacks to 3.6 gigabytes',
      () => Promise.resolve(bomb(30_000)),
      catalogueMessages.picturePixels,
    ],
  ]
  test.each(cases)('%s', async (_name, make, message) => {
    const answer = await send(await make())
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: message, errors: [{ path: 'img', message }] })
  })

  test('more than 8 MB, while everything else may carry 1 MB', async () => {
    expect((await send(new Uint8Array(mostPictureBytes + 1))).status).toBe(413)
    expect((await send(new Uint8Array(mostPictureBytes - 1))).status).toBe(422)
    const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })
    const answer = await shop.app.request('/api/tool', {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json', 'content-length': String(large.length) },
      body: large,
    })
    expect(answer.status).toBe(413)
  })
})

/** A black PNG of `side` × `side` pixels, at one bit each (PNG specification, chunks IHDR and IDAT). */
function bomb(side: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(content.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
