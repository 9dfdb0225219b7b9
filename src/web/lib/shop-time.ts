/** The header has whole seconds and an answer takes a while: smaller differences are no clock error. In milliseconds. */
const mostUnnoticed = 5_000

/** How far the reader's clock is behind the shop's, in milliseconds; negative if it is ahead. */
let behind = 0

/** Learns the shop's time from an answer: one from a cache in between is older by its Age (RFC 9111, 4.2.3). */
export function learnTime(headers: Headers): void {
  const made = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(made)) return
  const difference = made + Number(headers.get('age') ?? 0) * 1000 - Date.now()
  behind = Math.abs(difference) > mostUnnoticed ? difference : 0
}

/** The shop's time, which decides how long an order is held: the reader's clock may be hours off. */
export const shopTime = (): Date => new Date(Date.now() + behind)
