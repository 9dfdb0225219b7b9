import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { invalidRequest, SandboxError } from './errors.ts'
import type { StoredResponse } from './objects.ts'
import type { SandboxStore } from './store.ts'

/** A first request that has not answered by then is assumed to have died with its process. */
const abandonedAfterMs = 60_000

/** Statuses of requests that did something, even if it failed; any other refusal left nothing behind and may be tried again. */
const keptStatuses = [200, 402, 500]

/**
 * Honours `Idempotency-Key` (https://docs.stripe.com/api/idempotent_requests): a repeated request gets the first
 * answer, with `Idempotent-Replayed: true`; the same key with another request is an error.
 */
export function idempotent(store: SandboxStore, now: () => Date): MiddlewareHandler {
  return async (c, next) => {
    const key = c.req.header('Idempotency-Key')
    if (c.req.method !== 'POST' || !key) return next()
    if (key.length > 255) throw invalidRequest('Idempotency keys cannot be longer than 255 characters.')
    const claim: StoredResponse = {
      id: `idem_${hash(key)}`,
      object: 'kept_answer',
      fingerprint: hash(`${c.req.path}\n${await c.req.text()}`),
      startedAt: now().getTime(),
      answer: null,
    }
    const kept = (await store.insert(claim)) ? null : await takeOver(store, claim, key)
    if (kept) {
      const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' }
      return new Response(kept.body, { status: kept.status, headers })
    }
    await next()
    const { status } = c.res
    if (!keptStatuses.includes(status)) return store.remove(claim.id)
    const answer = { status, body: await c.res.clone().text() }
    await store.update(claim.id, () => ({ write: [{ ...claim, answer }], result: undefined }))
  }
}

/**
 * Checks who already holds the key.
 * @returns the kept answer, or null when this request may use the key after all.
 * @throws SandboxError 400 when it belongs to another request, 409 while the first is still being answered.
 */
async function takeOver(store: SandboxStore, claim: StoredResponse, key: string): Promise<StoredResponse['answer']> {
  const answer = await store.update(claim.id, (held) => {
    if (held.object !== 'kept_answer' || held.fingerprint !== claim.fingerprint) throw otherRequest(key)
    if (held.answer) return { write: [], result: held.answer }
    if (claim.startedAt - held.startedAt < abandonedAfterMs) throw stillRunning(key)
    return { write: [claim], result: null }
  })
  if (answer === undefined) throw stillRunning(key)
  return answer
}

function otherRequest(key: string): SandboxError {
  return new SandboxError(
    400,
    'idempotency_error',
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  )
}

function stillRunning(key: string): SandboxError {
  return new SandboxError(
    409,
    'idempotency_error',
    `There is currently another in-progress request using this Idempotent Key (${key}).`,
    { code: 'idempotency_key_in_use' },
  )
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
