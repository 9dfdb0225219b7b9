import { passkeyMessages } from '#content/passkeys.ts'
import type { AuthBodies } from '#features/accounts/auth-routes.ts'
import { postTo } from './auth-calls.ts'
import { ApiProblem } from './problem.ts'
import { resumeSession } from './session.ts'

type NewPasskey = { name: string; currentPassword: string }

/** Creates a passkey on the device and adds it to the account. @throws ApiProblem */
export async function addPasskey({ name, currentPassword }: NewPasskey): Promise<void> {
  const asked = await postTo('/passkey/generate-register-options', currentPassword ? { currentPassword } : {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await asked.json())
  const made = await navigator.credentials.create({ publicKey }).catch(told(whyNotMade))
  await postTo('/passkey/verify-registration', { name, response: madeIn(made) })
}

/** Logs in with a passkey from the device. @throws ApiProblem */
export async function logInWithPasskey(): Promise<void> {
  const asked = await postTo('/passkey/generate-authenticate-options', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await asked.json())
  const shown = await navigator.credentials.get({ publicKey }).catch(told(() => passkeyMessages.notShown))
  const response = shownIn(shown)
  try {
    await postTo('/passkey/verify-authentication', { response })
  } catch (error) {
    if (error instanceof ApiProblem && error.extra['code'] === 'PASSKEY_NOT_FOUND') forget(publicKey.rpId, response.id)
    throw error
  }
  await resumeSession()
}

/** @throws ApiProblem */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await postTo('/passkey/update-passkey', { id, name })
}

/** Also signs out every other device. @throws ApiProblem */
export async function removePasskey(id: string, { currentPassword }: { currentPassword: string }): Promise<void> {
  await postTo('/passkey/delete-passkey', { id, ...(currentPassword && { currentPassword }) })
}

type Bodies = {
  made: AuthBodies['/passkey/verify-registration']['response']
  shown: AuthBodies['/passkey/verify-authentication']['response']
}

function madeIn(credential: Credential | null): Bodies['made'] {
  const { id, rawId, response } = jsonOf(credential)
  if ('attestationObject' in response) return { id, rawId, type: 'public-key', response }
  throw new Error('the browser made no passkey')
}

function shownIn(credential: Credential | null): Bodies['shown'] {
  const { id, rawId, response } = jsonOf(credential)
  if ('signature' in response && response.userHandle !== undefined)
    return { id, rawId, type: 'public-key', response: { ...response, userHandle: response.userHandle } }
  throw new ApiProblem(0, { detail: passkeyMessages.unknown })
}

function jsonOf(credential: Credential | null) {
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new Error('the browser returned something other than a passkey')
}

/** Tells the device to stop offering a passkey that was removed here, if the browser supports that. */
function forget(rpId: string | undefined, credentialId: string): void {
  if (!rpId || !('signalUnknownCredential' in PublicKeyCredential)) return
  PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined)
}

/** Turns a prompt that ended without a passkey into a message for the form. */
const told = (why: (error: unknown) => string) => (error: unknown) => {
  throw new ApiProblem(0, { detail: why(error) })
}

function whyNotMade(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') return passkeyMessages.madeBefore
  return name === 'NotSupportedError' || name === 'ConstraintError'
    ? passkeyMessages.cannotMake
    : passkeyMessages.notMade
}
