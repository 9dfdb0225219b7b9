import { postTo } from './auth-calls.ts'
import { ApiProblem } from './problem.ts'

export type NewCodes = {
  /** An otpauth:// URI for authenticator apps. */
  uri: string
  backupCodes: string[]
}

type AgainProof = { currentPassword?: string | undefined }

/** Starts the setup of one-time codes: logins ask for no code until the first one has been verified. @throws ApiProblem */
export async function beginCodes({ currentPassword }: AgainProof): Promise<NewCodes> {
  const answer = await postTo('/two-factor/enable', currentPassword ? { currentPassword } : {})
  const { totpURI: uri, backupCodes }: { totpURI: string; backupCodes: string[] } = await answer.json()
  return { uri, backupCodes }
}

/** Submits a code: the first one during setup, or the one a login asks for. @throws ApiProblem */
export async function showCode(code: string): Promise<void> {
  await postTo('/two-factor/verify-totp', { code })
}

/** @throws ApiProblem */
export async function showBackupCode(code: string): Promise<void> {
  await postTo('/two-factor/verify-backup-code', { code })
}

/** Replaces the backup codes with new ones. @throws ApiProblem */
export async function renewBackupCodes({ currentPassword }: AgainProof): Promise<string[]> {
  const answer = await postTo('/two-factor/generate-backup-codes', currentPassword ? { currentPassword } : {})
  const { backupCodes }: { backupCodes: string[] } = await answer.json()
  return backupCodes
}

/** Turns one-time codes off: logins no longer ask for one. @throws ApiProblem */
export async function removeCodes({ currentPassword }: AgainProof): Promise<void> {
  await postTo('/two-factor/disable', currentPassword ? { currentPassword } : {})
}

const over = new Set([
  'STEP_OVER',
  'INVALID_TWO_FACTOR_COOKIE',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
  'ACCOUNT_REMOVED',
])

/** Whether the login has to start over. */
export const isOver = (error: unknown): boolean =>
  error instanceof ApiProblem && over.has(String(error.extra['code'] ?? ''))
