import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NewTool } from '#features/catalogue/schema.ts'
import { newId } from '#platform/ids.ts'
import type { Actor } from '#shared/actor.ts'
import { newTool } from '#testing/permissions/matrix.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let user: Actor
beforeAll(async () => {
  shop = await openTestShop()
  user = (await shop.signedIn()).actor
})
afterAll(() => shop.close())

describe('each service itself refuses a user without rights', () => {
  const none = newId()
  const asked: Readonly<Record<string, (shop: TestShop['shop'], actor: Actor) => Promise<unknown>>> = {
    'accounts.list': ({ accounts }, actor) => accounts.list(actor, {}),
    'accounts.makeAdmin': ({ accounts }, actor) => accounts.makeAdmin(actor, actor.email),
    'accounts.remove': ({ accounts }, actor) => accounts.remove(actor, actor.email),
    'accounts.isAdmin': ({ accounts }, actor) => accounts.isAdmin(actor, 'somebody.else@example.com'),
    'audit.list': ({ audit }, actor) => audit.list(actor, {}),
    'catalogue.add': ({ catalogue }, actor) => catalogue.add(actor, NewTool.parse(newTool)),
    'catalogue.change': ({ catalogue }, actor) => catalogue.change(actor, none, { version: 1 }),
    'catalogue.remove': ({ catalogue }, actor) => catalogue.remove(actor, none),
    'catalogue.restore': ({ catalogue }, actor) => catalogue.restore(actor, none),
    'mails.list': ({ mails }, actor) => mails.list(actor, {}),
    'mails.get': ({ mails }, actor) => mails.get(actor, none),
    'mails.sendAgain': ({ mails }, actor) => mails.sendAgain(actor, none),
    'pictures.add': ({ pictures }, actor) => pictures.add(actor, new Uint8Array()),
    'payments.refund': ({ payments }, actor) =>
      payments.refund(actor, none, { reason: 'None.', restock: false }, undefined),
    'payments.disagreements': ({ payments }, actor) => payments.disagreements(actor),
    'payments.mend': ({ payments }, actor) => payments.mend(actor, 'refund-failed', none),
    'receivables.setTerms': ({ receivables }, actor) => receivables.setTerms(actor, actor.email, null),
    'receivables.statement': ({ receivables }, actor) =>
      receivables.statement(actor, { email: 'somebody.else@example.com' }),
    'reviews.hide': ({ reviews: all }, actor) => all.hide(actor, none, { reason: 'None.' }),
  }
  test.each(Object.entries(asked))('%s', async (_name, ask) => {
    await expect(ask(shop.shop, user)).rejects.toMatchObject({ kind: 'forbidden' })
  })
})
