import { postTo } from './auth-calls.ts'
import { ApiProblem } from './problem.ts'

export type NewCodes = {
  /** An otpauth:// address, which apps for one-time codes read. */
  uri: string
  backupCodes: string[]
}

type AgainProof = { currentPassword?: string | undefined }

/** Begins to set up one-time codes: nothing is asked for until a first one was right. @throws ApiProblem */
export async function beginCodes({ currentPassword }: AgainProof): Promise<NewCodes> {
  const answer = await postTo('/two-factor/enable', currentPassword ? { currentPassword } : {})
  const { totpURI: uri, backupCodes }: { totpURI: string; backupCodes: string[] } = await answer.json()
  return { uri, backupCodes }
}

/** Shows a code: the first of new ones, or the one that a login asks for. @throws ApiProblem */
export async function showCode(code: string): Promise<void> {
  await postTo('/two-factor/verify-totp', { code })
}

/** @throws ApiProblem */
export async function showBackupCode(code: string): Promise<void> {
  await postTo('/two-factor/verify-backup-code', { code })
}

/** Makes backup codes in place of those from before. @throws ApiProblem */
export async function renewBackupCodes({ currentPassword }: AgainProof): Promise<string[]> {
  const answer = await postTo('/two-factor/generate-backup-codes', currentPassword ? { currentPassword } : {})
  const { backupCodes }: { backupCodes: string[] } = await answer.json()
  return backupCodes
}

/** From now on a login asks for no code. @throws ApiProblem */
export async function removeCodes({ currentPassword }: AgainProof): Promise<void> {
  await postTo('/two-factor/disable', currentPassword ? { currentPassword } : {})
}

const over = new Set([
  'STEP_OVER',
  'INVALID_TWO_FACTOR_COOKIE',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
  'ACCOUNT_REMOVED',
])

/** Whether a login has to begin again. */
export const isOver = (error: unknown): boolean =>
  error instanceof ApiProblem && over.has(String(error.extra['code'] ?? ''))
