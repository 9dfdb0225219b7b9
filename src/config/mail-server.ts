/** Whether the address does not ask for a connection pool: with one, the mailer would open a pool per message that nobody closes. */
export const hasNoPool = (url: string): boolean => !URL.parse(url)?.searchParams.has('pool')
