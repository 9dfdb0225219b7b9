import { expect, test } from 'vitest'
import { CardFields, groupExpiry } from './card-fields.ts'

const good = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: 'Nusrat Jahan' }

const messagesOf = (changes: Partial<typeof good>) =>
  CardFields.safeParse({ ...good, ...changes }).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a valid card is read as its digits', () => {
  expect(CardFields.parse(good)).toEqual({
    number: '4242424242424242',
    expiry: '1240',
    cvc: '123',
    name: 'Nusrat Jahan',
  })
  expect(messagesOf({ number: '3782 822463 10005', cvc: '1234' })).toBeUndefined()
})

test('card details may be typed in Bangla digits', () => {
  const typed = { number: '৪২৪২ ৪২৪২ ৪২৪২ ৪২৪২', expiry: '১২ / ৪০', cvc: '১২৩' }
  expect(CardFields.parse({ ...good, ...typed })).toEqual(CardFields.parse(good))
  expect(groupExpiry('১২৪০')).toBe('12 / 40')
})

test.each([
  [{ number: '4242 4242' }, [['number', 'Your card number is incomplete.']]],
  [{ number: '4242 4242 4242 4241' }, [['number', 'Your card number is invalid.']]],
  [{ expiry: '1' }, [['expiry', "Your card's expiration date is incomplete."]]],
  [{ expiry: '13 / 40' }, [['expiry', "Your card's expiration date is incomplete."]]],
  [{ expiry: '12 / 20' }, [['expiry', "Your card's expiration date is in the past."]]],
  [{ number: '3782 822463 10005' }, [['cvc', "Your card's security code is incomplete."]]],
  [{ cvc: '12' }, [['cvc', "Your card's security code is incomplete."]]],
  [{ name: ' ' }, [['name', 'Name on card is Required']]],
])('%o is answered with %o', (changes, messages) => expect(messagesOf(changes)).toEqual(messages))

test('all wrong fields are reported at once', () => {
  expect(messagesOf({ number: '', expiry: '', cvc: '', name: '' })?.map(([path]) => path)).toEqual([
    'number',
    'expiry',
    'cvc',
    'name',
  ])
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['5', '05'],
  ['12/2030', '12 / 30'],
  ['12 / ', '12'],
])('an expiry typed as "%s" is written "%s"', (typed, written) => expect(groupExpiry(typed)).toBe(written))
