/** The header has whole seconds, and an answer is a while on its way: less is no error of a clock. In milliseconds. */
const mostUnnoticed = 5_000

/** How far the reader's clock is behind the shop's, in milliseconds; below zero, ahead of it. */
let behind = 0

/** Learns the shop's time from an answer: what a cache in between answers is older by its Age (RFC 9111, 4.2.3). */
export function learnTime(headers: Headers): void {
  const made = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(made)) return
  const difference = made + Number(headers.get('age') ?? 0) * 1000 - Date.now()
  behind = Math.abs(difference) > mostUnnoticed ? difference : 0
}

/** The time at the shop, which decides how long it holds an order: a reader's clock may be wrong by hours. */
export const shopTime = (): Date => new Date(Date.now() + behind)
