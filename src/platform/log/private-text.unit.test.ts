import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPrivateText } from './private-text.ts'

const { path, text } = createPrivateText('a secret')

describe('a path', () => {
  const pseudonym = path('/api/user/eve@example.com').slice('/api/user/'.length)

  it('contains no e-mail, however it is escaped or written', () => {
    expect(pseudonym).toMatch(/^email-[\w-]{10}$/)
    for (const email of ['eve%40example.com', 'EVE%40Example.com', 'eve%2540example.com', '%65ve%40example%2ecom'])
      expect(path(`/api/user/${email}`)).toBe(`/api/user/${pseudonym}`)
    expect(path('/api/user/admin/eve%40example.com/x')).toBe(`/api/user/admin/${pseudonym}/x`)
    for (const broken of ['/x/eve%40example.com%zz', '/x/%ffeve@example.com', '/x/eve%25252525252540example.com'])
      expect(path(broken)).toMatch(/^\/x\/email-[\w-]{10}$/)
  })

  it('has another pseudonym for another e-mail or another shop', () => {
    expect(path('/eva@example.com')).not.toBe(path('/eve@example.com'))
    expect(createPrivateText('another').path('/api/user/eve@example.com')).not.toContain(pseudonym)
  })

  it('hides even the shortest e-mails', () => {
    for (const short of ['e@x.yz', 'eve@x', 'e@1a']) expect(path(`/${short}`)).toMatch(/^\/email-/)
  })

  it('stays unchanged without an e-mail', () => {
    for (const plain of ['/', '/tool/0192', '/%zz', '/a%20b', '/@scope/x', '/x@', '/x/react@19.2.9', '/x@1'])
      expect(path(plain)).toBe(plain)
  })
})

describe('a text', () => {
  it('contains no e-mail, but always the same pseudonym for it', () => {
    const pseudonym = path('/eve@example.com').slice(1)
    expect(text('550 5.1.1 <eve@example.com>: no such user')).toBe(`550 5.1.1 <${pseudonym}>: no such user`)
    expect(text('Key (email)=(eve@example.com) already exists.')).toBe(`Key (email)=(${pseudonym}) already exists.`)
    expect(text('sent to Eve@Example.com.')).toBe(`sent to ${pseudonym}`)
    expect(text('at /api/user/eve%40example.com')).toBe(`at /api/user/${pseudonym}`)
  })

  it('contains no query, token or key', () => {
    expect(text('GET https://shop.example/resetpassword#token=abc failed')).toBe(
      'GET https://shop.example/resetpassword#[hidden] failed',
    )
    expect(text('/api/auth/callback/google?code=1&state=2')).toBe('/api/auth/callback/google?[hidden]')
    expect(text('Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln')).toBe('Bearer [hidden]')
    expect(text('Invalid API Key provided: sk_live_abc')).toBe('Invalid API Key provided: [hidden]')
    expect(text('pi_1_secret_2 and whsec_3 and rk_live_4')).toBe('pi_1[hidden] and [hidden] and [hidden]')
  })

  it('keeps what is needed to find an error', () => {
    const kept = [
      'TypeError: x is no function\n    at open (file:///shop/node_modules/@hono/node-server/dist/index.mjs:12:3)',
      'select "email" from "user" where "id" = $1 and a ? b',
      'react@19.2.9 is loaded twice',
      'why? because',
    ]
    for (const line of kept) expect(text(line)).toBe(line)
  })

  it('is processed quickly, however hostile it is', () => {
    const size = 300_000
    for (const hostile of ['a', '@', '%40', 'a@', '?', '?=', 'eyJ', 'sk_', '%25', ' a@b', '.', '@1.', '_secret_']) {
      const started = process.cpuUsage()
      text(hostile.repeat(size / hostile.length))
      path(hostile.repeat(size / hostile.length))
      const { user } = process.cpuUsage(started)
      expect(user / 1000, hostile).toBeLessThan(1000)
    }
  })

  it('never contains a generated e-mail', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.string(), (email, around) => {
        const [local = ''] = email.split('@')
        // Our schema does not accept addresses with separators in the quoted forms of RFC 5322.
        fc.pre(!/["'`<>()[\]{},;:=|/\\?#]/.test(email) && local.length > 2 && !around.includes(local))
        return (
          !text(`${around} ${email} ${around}`).includes(email) &&
          !path(`/x/${encodeURIComponent(email)}`).includes(local)
        )
      }),
    )
  })
})
