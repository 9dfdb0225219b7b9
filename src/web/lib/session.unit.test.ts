import { afterEach, expect, test, vi } from 'vitest'
import { googleMessages } from '#content/google.ts'
import { messages } from '#content/messages.ts'
import { resumeSession, signOut, untilSignOut } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

test('a missing session mentions Google only to a visitor who comes from there', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null))
  await expect(resumeSession()).rejects.toMatchObject({ detail: messages.signInFirst })
  await expect(resumeSession(googleMessages.refused)).rejects.toMatchObject({ detail: googleMessages.refused })
})

test('background requests do not begin during a sign-out, but do again after it failed', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  const signingOut = signOut()
  expect(untilSignOut().aborted).toBe(true)
  answer.reject(new TypeError('Failed to fetch'))
  await expect(signingOut).rejects.toMatchObject({ detail: messages.offline })
  expect(untilSignOut().aborted).toBe(false)
  // The `pagehide` listener is removed in a later task.
  await new Promise((resolve) => setTimeout(resolve))
})
