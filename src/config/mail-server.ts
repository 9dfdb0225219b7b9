/** Whether no connection pool is requested: the mailer would open one for every message, and nobody would close it. */
export const hasNoPool = (url: string): boolean => !URL.parse(url)?.searchParams.has('pool')
