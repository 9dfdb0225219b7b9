import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { z } from 'zod'
import { answers } from '#platform/http/describe.ts'
import { answerPage } from '#platform/http/page.ts'
import { path, query } from '#platform/http/validate.ts'
import { Id } from '#shared/id.ts'
import { permit, type Authenticate } from './authenticate.ts'
import { requireManager } from './policy.ts'
import { AdminResponse, SignedInDevice, Email, Passkey, Profile, Token, User, UserQuery } from './schema.ts'
import type { Accounts } from './service.ts'

const tags = ['Accounts']
const byManagers = permit(requireManager)
const byEmail = path(z.object({ email: Email }))

/** GET /profile, GET /profile/passkey, GET /profile/device, DELETE /profile/device/{deviceId}, PUT /user/{email}, GET /admin/{email}, GET /user, PUT and DELETE /user/admin/{email}, DELETE /user/{email}. */
export function createAccountsApi(accounts: Accounts, authenticate: Authenticate) {
  return new Hono()
    .get(
      '/profile',
      describeRoute({
        tags,
        summary: 'The caller’s own profile, and how they can sign in',
        responses: answers({ 200: Profile }, 401),
      }),
      authenticate,
      async (c) => c.json(await accounts.profile(c.var.actor), 200),
    )
    .get(
      '/profile/passkey',
      describeRoute({
        tags,
        summary: 'The caller’s passkeys',
        responses: answers({ 200: z.array(Passkey) }, 401),
      }),
      authenticate,
      async (c) => c.json(await accounts.passkeys(c.var.actor), 200),
    )
    .get(
      '/profile/device',
      describeRoute({
        tags,
        summary: 'Where the caller is signed in',
        responses: answers({ 200: z.array(SignedInDevice) }, 401),
      }),
      authenticate,
      async (c) => c.json(await accounts.devices.list(c.var.actor), 200),
    )
    .delete(
      '/profile/device/:deviceId',
      describeRoute({ tags, summary: 'Sign one device out', responses: answers({ 204: undefined }, 401, 404) }),
      authenticate,
      path(z.object({ deviceId: Id })),
      async (c) => {
        await accounts.devices.end(c.var.actor, c.req.valid('param').deviceId)
        return c.body(null, 204)
      },
    )
    .put(
      '/user/:email',
      describeRoute({
        tags,
        summary: 'Exchange the sign-in session for an access token',
        responses: answers({ 200: Token }, 401, 403, 404),
      }),
      byEmail,
      async (c) => c.json({ token: await accounts.exchange(c.req.raw.headers, c.req.valid('param').email) }, 200),
    )
    .get(
      '/admin/:email',
      describeRoute({
        tags,
        summary: 'Whether a user is an admin',
        responses: answers({ 200: AdminResponse }, 401, 403, 404),
      }),
      authenticate,
      byEmail,
      async (c) => {
        const admin = await accounts.isAdmin(c.var.actor, c.req.valid('param').email)
        return c.json({ admin, ...(c.var.actor.lacksFactor && { lacksSecondFactor: true as const }) }, 200)
      },
    )
    .get(
      '/user',
      describeRoute({
        tags,
        summary: 'Users, newest first',
        responses: answers({ 200: z.array(User) }, 400, 401, 403),
      }),
      authenticate,
      byManagers,
      query(UserQuery),
      async (c) => answerPage(c, await accounts.list(c.var.actor, c.req.valid('query'))),
    )
    .put(
      '/user/admin/:email',
      describeRoute({
        tags,
        summary: 'Make a user an admin',
        responses: answers({ 200: AdminResponse }, 401, 403, 404),
      }),
      authenticate,
      byManagers,
      byEmail,
      async (c) => {
        await accounts.makeAdmin(c.var.actor, c.req.valid('param').email)
        return c.json({ admin: true }, 200)
      },
    )
    .delete(
      '/user/admin/:email',
      describeRoute({
        tags,
        summary: 'Remove an admin’s rights',
        responses: answers({ 200: AdminResponse }, 401, 403, 404, 409),
      }),
      authenticate,
      byManagers,
      byEmail,
      async (c) => {
        await accounts.revokeAdmin(c.var.actor, c.req.valid('param').email)
        return c.json({ admin: false }, 200)
      },
    )
    .delete(
      '/user/:email',
      describeRoute({ tags, summary: 'Remove a user', responses: answers({ 204: undefined }, 401, 403, 404, 409) }),
      authenticate,
      byManagers,
      byEmail,
      async (c) => {
        await accounts.remove(c.var.actor, c.req.valid('param').email)
        return c.body(null, 204)
      },
    )
}
