import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** The id of the current request; undefined for work that no request asked for. */
export const requestId = (): string | undefined => current.getStore()

/** Runs `work` on behalf of a request: each log line written meanwhile has its id. */
export const onRequest = <T>(id: string, work: () => T): T => current.run(id, work)

/** Nothing that could break a log line, or fill the log. */
const acceptable = /^[\w.:-]{1,64}$/

/**
 * Makes ids that no two requests share, whichever process answers.
 * @param isTrusted whether the caller is a proxy of ours, whose own request id is then adopted.
 */
export function createRequestIds(isTrusted: boolean) {
  const process = randomBytes(6).toString('hex')
  let count = 0
  return (given: string | string[] | undefined): string => {
    if (isTrusted && typeof given === 'string' && acceptable.test(given)) return given
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
