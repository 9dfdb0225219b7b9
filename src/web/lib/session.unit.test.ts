import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '#content/messages.ts'
import { resumeSession } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

test('whoever did not come from Google is told nothing of it when there is no session', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null))
  await expect(resumeSession()).rejects.toMatchObject({ detail: messages.signInFirst })
  await expect(resumeSession(messages.googleRefused)).rejects.toMatchObject({ detail: messages.googleRefused })
})
