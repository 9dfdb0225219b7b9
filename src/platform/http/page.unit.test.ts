import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerPage } from './page.ts'

const answer = (nextCursor?: string) =>
  new Hono()
    .get('/list', (c) => answerPage(c, { items: ['a', 'b'], total: 7, nextCursor }))
    .request('http://inside:3000/list?limit=2&cursor=old')

test('a page gives the total of the list, and links to the next page with the query of the caller', async () => {
  const page = await answer('a/b')
  expect(await page.json()).toEqual(['a', 'b'])
  expect(page.headers.get('x-total-count')).toBe('7')
  expect(page.headers.get('link')).toBe('</list?limit=2&cursor=a%2Fb>; rel="next"')
})

test('the last page has no next link', async () => {
  expect((await answer()).headers.has('link')).toBe(false)
})
