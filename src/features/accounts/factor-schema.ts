import { z } from 'zod'
import { factorMessages } from '#content/factors.ts'
import { withAsciiDigits } from '#shared/text.ts'

/** Apps show a code in two groups, and a phone keyboard may enter Bangla digits. */
export const OneTimeCode = z
  .string({ error: factorMessages.codeForm })
  .max(40, { error: factorMessages.codeForm, abort: true })
  .overwrite((text) => withAsciiDigits(text).replace(/\s/g, ''))
  .regex(/^\d{6}$/, factorMessages.codeForm)

export const BackupCode = z
  .string({ error: factorMessages.backupCodeForm })
  .max(40, { error: factorMessages.backupCodeForm, abort: true })
  .overwrite((text) => text.replace(/[\s-]/g, '').replace(/^.{5}/, '$&-'))
  .regex(/^[\dA-Za-z]{5}-[\dA-Za-z]{5}$/, factorMessages.backupCodeForm)
