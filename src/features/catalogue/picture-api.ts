import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { permit, type Authenticate } from '#features/accounts/authenticate.ts'
import { answers } from '#platform/http/describe.ts'
import { problem } from '#platform/http/problem.ts'
import type { Pictures } from './pictures.ts'
import { requireEditor } from './policy.ts'
import { PictureFormat, pictureFormats, pictureWidths, UploadedPicture } from './schema.ts'

/** POST /picture: the body is the file itself. */
export function createPictureApi(pictures: Pictures, authenticate: Authenticate) {
  return new Hono().post(
    '/picture',
    describeRoute({
      tags: ['Catalogue'],
      summary: 'Upload a product picture',
      requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: answers({ 201: UploadedPicture }, 401, 403, 413, 422),
    }),
    authenticate,
    permit(requireEditor),
    async (c) => {
      const file = new Uint8Array(await c.req.arrayBuffer())
      await c.var.confirm()
      return c.json(await pictures.add(c.var.actor, file), 201)
    },
  )
}

const fileName = `[0-9a-f]{32}-(?:${pictureWidths.join('|')})\\.(?:${pictureFormats.join('|')})`

/** GET /pictures/<hash>-<width>.<avif|webp>: the content at such an address never changes. */
export function createPictureFiles(pictures: Pictures) {
  return new Hono().get(`/pictures/:file{${fileName}}`, async (c) => {
    const [hash = '', width = '', format] = c.req.path.slice('/pictures/'.length).split(/[-.]/)
    const content = await pictures.file(hash, Number(width), PictureFormat.parse(format))
    if (!content) return problem(404, 'There is no such picture.')
    return c.body(new Uint8Array(content), 200, {
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
}
