import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const current = new AsyncLocalStorage<string>()

/** The id of the request that this is done for; undefined for what no request asked. */
export const requestId = (): string | undefined => current.getStore()

/** Does `work` in the name of a request: each line of the log that is written meanwhile has its id. */
export const onRequest = <T>(id: string, work: () => T): T => current.run(id, work)

/** Nothing that could break a line of a log, or fill it. */
const acceptable = /^[\w.:-]{1,64}$/

/**
 * Makes ids that no two requests share, whichever process answers.
 * @param isTrusted whether whoever calls is a proxy of ours, whose own id of the request is then taken over.
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
