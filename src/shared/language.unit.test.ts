import { expect, test } from 'vitest'
import { langOf } from './language.ts'

test.each([
  ['মোহাম্মদ রফিকুল ইসলাম', 'a name'],
  ['পণ্যের মান খুব ভালো, সময়মতো পেয়েছি। দ্রুত ডেলিভারি!', 'a review'],
  ['বাড়ি ৭, রোড ৩\nধানমন্ডি, ঢাকা ১২০৫', 'an address'],
  ['র‍্যাব', 'with a joiner'],
  ['৬০০', 'Bangla digits, which an English voice cannot read'],
  ['৬০০ W', 'Bangla digits before a unit'],
  ['WX-850 পাওয়ার সাপ্লাই', 'Bangla with a part number'],
  ['প্রিন্টার 3 × USB-C', 'Bangla with figures and a name'],
])('%s is Bangla: %s', (text) => {
  expect(langOf(text)).toBe('bn')
})

test.each([
  ['', 'nothing'],
  ['Nusrat Jahan', 'Latin'],
  ['Zoë O’Neill-Ng', 'other Latin'],
  ['01711 222333', 'digits only'],
  ['नमस्ते', 'Devanagari, which the site does not tell apart'],
  ['।', 'a danda, which several scripts have'],
  ['Delivered to ঢাকা on time', 'an English sentence with a Bangla word'],
  ['ab আই', 'equally many Latin and Bangla letters'],
])('%j has no recognised language: %s', (text) => {
  expect(langOf(text)).toBeUndefined()
})
