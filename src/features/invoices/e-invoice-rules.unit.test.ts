import { expect, test } from 'vitest'
import { brokenRules, rules } from '#testing/en16931-rules.ts'
import { termsOf } from '#testing/en16931-terms.ts'
import { renderUbl } from './e-invoice.ts'
import { documents, tampering, type Kind } from './testing.ts'

test('each rule has a tampered document below', () => {
  expect(Object.keys(tampering).toSorted()).toEqual(Object.keys(rules).toSorted())
})

test.each(Object.keys(documents) as Kind[])('an untampered document breaks no rule: %s', async (kind) => {
  expect(brokenRules(termsOf(await renderUbl(documents[kind])))).toEqual([])
})

test.each(Object.entries(tampering))('%s', async (rule, [kind, change]) => {
  const xml = await renderUbl(documents[kind])
  const changed = change(xml)
  expect(changed).not.toBe(xml)
  expect(brokenRules(termsOf(changed))).toContain(rule)
})
