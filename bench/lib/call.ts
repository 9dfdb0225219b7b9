import { setTimeout as sleep } from 'node:timers/promises'

export type Call = { method: string; path: string; headers: Record<string, string>; body?: string }

export const get = (path: string, headers: Record<string, string> = {}): Call => ({ method: 'GET', path, headers })

export const send = (method: string, path: string, body: object, headers: Record<string, string> = {}): Call => ({
  method,
  path,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Makes one call. @throws when it is refused. */
export async function ask(port: number, { path, ...init }: Call): Promise<{ headers: Headers; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
  return { headers: answer.headers, text }
}

/** Makes so many calls a second, in turn, while something else is measured. */
export async function inBackground(port: number, calls: readonly Call[], perSecond: number, seconds: number) {
  const start = performance.now()
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, start + (n * 1000) / perSecond - performance.now()))
    sent.push(ask(port, inTurn(calls, n)))
  }
  await Promise.all(sent)
}

/** The nth, and after the last the first again. */
export const inTurn = <T>(all: readonly T[], n: number): T => all[n % all.length] as T
