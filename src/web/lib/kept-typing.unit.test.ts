import { expect, test } from 'vitest'
import { createDrafts, visitor } from './drafts.ts'
import { changedFrom, keepTyping } from './kept-typing.ts'

function browserTab() {
  const stored = new Map<string, string>()
  const kept = createDrafts(() => ({
    get length() {
      return stored.size
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }))
  let signedIn: string | undefined
  return {
    kept,
    stored,
    signIn: (id: string | undefined) => (signedIn = id),
    open(isDiscardedOnClose = false) {
      let values: Record<string, unknown> = { note: '', rating: undefined }
      let tell = () => {}
      const close = keepTyping({
        kept,
        name: 'note',
        isDiscardedOnClose,
        who: () => signedIn,
        form: {
          values: () => values,
          show: (typed) => (values = { ...values, ...typed }),
          onChange(listener) {
            tell = listener
            return () => (tell = () => {})
          },
        },
      })
      const type = (note: string) => {
        values = { ...values, note }
        tell()
      }
      return { close, type, values: () => values }
    },
  }
}

function typedByRahim(isDiscardedOnClose?: boolean) {
  const tab = browserTab()
  tab.signIn('rahim')
  const form = tab.open(isDiscardedOnClose)
  form.type('The gate is at the back')
  return { tab, form }
}

test('typed text is restored to whoever typed it after their session ended', () => {
  const { tab, form } = typedByRahim()
  tab.signIn(undefined)
  form.close()
  tab.signIn('rahim')
  expect(tab.open().values()).toEqual({ note: 'The gate is at the back', rating: undefined })
})

test('typed text is not restored to another account', () => {
  const { tab, form } = typedByRahim()
  tab.signIn(undefined)
  form.close()
  tab.signIn('karim')
  expect(tab.open().values()).toMatchObject({ note: '' })
})

test('signing out on purpose deletes typed text, even what is typed while the page closes', () => {
  const { tab, form } = typedByRahim()
  tab.signIn(undefined)
  tab.kept.dropAll()
  form.type('one more letter')
  form.close()
  expect(tab.stored.size).toBe(0)
})

test('a form that was left has its text again when it is opened again', () => {
  const { tab, form } = typedByRahim()
  form.close()
  expect(tab.open().values()).toMatchObject({ note: 'The gate is at the back' })
})

test('a form that asks before it is left is empty when it is opened again, except after the session ended', () => {
  const { tab, form } = typedByRahim(true)
  form.close()
  expect(tab.stored.size).toBe(0)
  const next = tab.open(true)
  next.type('The gate is in front')
  tab.signIn(undefined)
  next.close()
  tab.signIn('rahim')
  expect(tab.open(true).values()).toMatchObject({ note: 'The gate is in front' })
})

test('a visitor who signs in while typing keeps everything, also what they type from then on', () => {
  const tab = browserTab()
  tab.signIn(visitor)
  const form = tab.open()
  form.type('The gate')
  tab.signIn('rahim')
  tab.kept.claim('rahim')
  form.type('The gate is at the back')
  expect(tab.open().values()).toMatchObject({ note: 'The gate is at the back' })
  tab.signIn('karim')
  form.type('one more letter')
  expect(tab.open().values(), 'what is typed after another account signed in').toMatchObject({ note: '' })
})

test('only what differs from the start counts as typed, and an emptied box is typed', () => {
  const first = { name: 'Depot', quantity: 1, rows: [], price: undefined }
  const given = { name: 'Depot', quantity: 1, rows: [], price: Number.NaN, note: '', country: null }
  expect(changedFrom(first, given)).toEqual({})
  expect(changedFrom(first, { ...given, name: '', quantity: Number.NaN, rows: [{ label: '' }] })).toEqual({
    name: '',
    quantity: Number.NaN,
    rows: [{ label: '' }],
  })
})
