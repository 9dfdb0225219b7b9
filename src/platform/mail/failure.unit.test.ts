import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

const to = 'nusrat@example.com'
const told = (fields: object) => failureOf(Object.assign(new Error('secret of the library'), fields), to)

test.each([
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 No' },
    'The mail server refused it: 550 No',
  ],
  [
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 Spam' },
    'The mail server refused it: 554 Spam',
  ],
  [{ code: 'EENVELOPE' }, 'Mail cannot be sent to this address.'],
])('%o is refused for good', (fields, reason) => {
  expect(told(fields)).toEqual({ permanent: true, reason })
})

test.each([
  [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 Full' },
    'The mail server asked to try later: 450 Full',
  ],
  [{ responseCode: 421 }, 'The mail server asked to try later: 421'],
  [
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 Not you' },
    'The mail server accepts no mail from this shop: 550 Not you',
  ],
  [
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 user:pass' },
    'The mail server did not accept the user name and password.',
  ],
  [{ code: 'ETIMEDOUT' }, 'The mail server did not answer in time.'],
  [{ code: 'EABORT' }, 'The mail server did not answer in time.'],
  [{ code: 'ECONNREFUSED' }, 'The mail server could not be reached, or the connection broke (ECONNREFUSED).'],
  [{ code: '<b>' }, 'The mail server could not be reached, or the connection broke.'],
  [{}, 'The mail server could not be reached, or the connection broke.'],
])('%o is tried again', (fields, reason) => {
  expect(told(fields)).toEqual({ permanent: false, reason })
})

test('a thrown value that is not an error gets the general reason', () => {
  expect(failureOf('x', to)).toEqual(told({}))
})

test('a server reply is kept short, without links, secrets, line breaks or other addresses', () => {
  const response = `550 <Nusrat@example.com> not karim@example.com\r\nsee https://shop.example/resetpassword#token=abc #token=abc https://t.example/?to=nusrat@example.com ${'x'.repeat(41)} end`
  expect(told({ command: 'DATA', responseCode: 550, response }).reason).toBe(
    'The mail server refused it: 550 <Nusrat@example.com> not (address) see … … … … end',
  )
  const long = told({ command: 'DATA', responseCode: 550, response: '550 '.repeat(10_000) }).reason
  expect(long).toHaveLength('The mail server refused it: '.length + 201)
})
