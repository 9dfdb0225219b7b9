/** Statuses that come without a body (Fetch Standard, "null body status"). */
const withoutBody = new Set([204, 205, 304])

/**
 * `fetch` for an untrusted third-party server: the whole answer, not only its headers, has to arrive within `withinMs` and
 * have at most `mostBytes` after decompression. Redirects are refused.
 * @throws the network's error, or one saying that the answer was too large or too late.
 */
export function boundedFetch(withinMs: number, mostBytes: number) {
  return async (request: Request): Promise<Response> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(withinMs)])
    const answer = await fetch(request, { signal, redirect: 'error' })
    const chunks: Uint8Array[] = []
    let size = 0
    // Leaving the loop ends the connection too.
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      if (size > mostBytes) throw new Error(`The answer has more than ${mostBytes} bytes.`)
      chunks.push(chunk)
    }
    const { status, headers } = answer
    return new Response(withoutBody.has(status) ? null : Buffer.concat(chunks), { status, headers })
  }
}
