import { plainLine } from '#shared/text.ts'

/** Why a message was not sent, in words for staff, and whether another try would be in vain. */
export type MailFailure = { reason: string; permanent: boolean }

/** The fields of nodemailer's errors. */
type Told = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown }

/**
 * A server that refuses this recipient or this message for good (5yz to RCPT or DATA, RFC 5321, 4.2.1) will not take it
 * tomorrow either. Anything else it refuses, the sender or the password, the operator can correct in the meantime.
 */
export function failureOf(error: unknown, recipient: string): MailFailure {
  const { code, command, response, responseCode }: Told = typeof error === 'object' && error ? error : {}
  if (code === 'EAUTH' || code === 'ENOAUTH') return later('The mail server did not accept the user name and password.')
  if (typeof responseCode === 'number') {
    const reply = quotable(typeof response === 'string' ? response : String(responseCode), recipient)
    if (responseCode < 500) return later(`The mail server asked to try later: ${reply}`)
    if (command === 'RCPT TO' || command === 'DATA') {
      return { reason: `The mail server refused it: ${reply}`, permanent: true }
    }
    return later(`The mail server accepts no mail from this shop: ${reply}`)
  }
  if (code === 'EENVELOPE') return { reason: 'Mail cannot be sent to this address.', permanent: true }
  if (code === 'EABORT' || code === 'ETIMEDOUT') return later('The mail server did not answer in time.')
  const known = typeof code === 'string' && /^E[A-Z\d]{2,20}$/.test(code) ? ` (${code})` : ''
  return later(`The mail server could not be reached, or the connection broke${known}.`)
}

const later = (reason: string): MailFailure => ({ reason, permanent: false })

const longestReply = 200

/** A reply may repeat what it was sent, so links, secrets and other people's addresses are removed. */
function quotable(reply: string, recipient: string): string {
  const words = plainLine(reply.slice(0, 1000)).split(' ')
  const kept = words.map((word) => {
    if (word.includes('://') || word.includes('#')) return '…'
    if (word.toLowerCase().includes(recipient.toLowerCase())) return word
    if (word.includes('@')) return '(address)'
    return word.length > 40 ? '…' : word
  })
  const text = kept.join(' ')
  return text.length > longestReply ? `${text.slice(0, longestReply).toWellFormed()}…` : text
}
