/** The part of the app that a browser needs. */
type Site = { request: (input: string, init?: RequestInit) => Response | Promise<Response> }

/**
 * A minimal browser: it keeps cookies, sends an Origin, and follows redirects of its own site only when told.
 * @param origin the origin of its pages, such as http://localhost:3000.
 */
export function openBrowser(site: Site, origin: string) {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path, origin)
    const headers = new Headers(init.headers)
    if (init.method && init.method !== 'GET') headers.set('origin', origin)
    if (cookies.size) headers.set('cookie', Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '))
    const answer = await site.request(url.href, { ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) keep(cookie)
    return answer
  }

  function keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const over = attributes.some((text) => /^max-age=0$/i.test(text) || isPast(text))
    if (over) cookies.delete(name)
    else cookies.set(name, value.join('='))
  }

  return {
    cookies,
    get: (path: string) => send(path),
    post: (path: string, body: unknown) =>
      send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    submit: (path: string, fields: Record<string, string>) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),

    /** The access token that the session is exchanged for; undefined without a session. */
    async accessToken(email: string): Promise<string | undefined> {
      const answer = await send(`/api/user/${encodeURIComponent(email)}`, { method: 'PUT' })
      if (!answer.ok) return undefined
      const body: unknown = await answer.json()
      return typeof body === 'object' && body && 'token' in body ? String(body.token) : undefined
    },
  }
}

export type TestBrowser = ReturnType<typeof openBrowser>

function isPast(attribute: string): boolean {
  const [name, value] = attribute.split('=')
  return name?.toLowerCase() === 'expires' && new Date(value ?? '').getTime() < Date.now()
}
