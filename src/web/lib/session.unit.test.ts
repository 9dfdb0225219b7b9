import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '#content/messages.ts'
import { resumeSession, signOut, untilSignOut } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

test('whoever did not come from Google is told nothing of it when there is no session', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null))
  await expect(resumeSession()).rejects.toMatchObject({ detail: messages.signInFirst })
  await expect(resumeSession(messages.googleRefused)).rejects.toMatchObject({ detail: messages.googleRefused })
})

test('what nobody asked for does not begin while its reader signs out, and does again where they could not', async () => {
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
