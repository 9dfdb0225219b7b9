import { describe, expect, test } from 'vitest'
import { namesOfObjects } from '#testing/hostile.ts'
import { plainText, searchTerms } from './search.ts'

const queries = (question: string) => searchTerms(question).map(({ query }) => query)
const guesses = (question: string) => searchTerms(question).map(({ word }) => word)

describe('plain words', () => {
  test.each([
    ['600W', '600 w'],
    ['WW-PS-600S', 'ww ps 600 s'],
    ['USB-C (65 W)', 'usb c 65 w'],
    ['19.5V', '19 5 v'],
    ['ঢাকা 12V', 'ঢাকা 12 v'],
    [' -- ', ''],
  ])('turn %j into %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})

describe('search terms', () => {
  test('keep a number and its unit together, however they are written', () => {
    expect(queries('600w')).toEqual(["('600' <-> ('w' | 'watt'))"])
    expect(queries('600 W')).toEqual(queries('600w'))
    expect(queries('600 watts')).toEqual(queries('600w'))
    for (const unit of ['w', 'v']) expect(queries(`12${unit}`).join('')).toContain(`'12' <-> ('${unit}' | `)
    for (const unit of ['a', 'm', 'mm', 'rpm']) expect(queries(`12${unit}`)).toEqual([`('12' <-> ('${unit}'))`])
    expect(queries('12 volts')).toEqual(queries('12v'))
    expect(queries('3 amps')).toEqual(queries('3a'))
  })

  test('treat a unit without a preceding number as a word', () => {
    expect(queries('usb a')).toEqual(["('usb':*)", "('a')"])
    expect(queries('600 w-850')).toEqual(["('600')", "('w' <-> '850')"])
  })

  test('read Bangla digits, and also search for text written with them', () => {
    expect(queries('৬০০w psu')[0]).toBe("(('600' | '৬০০') <-> ('w' | 'watt'))")
    expect(queries('৬০০ W')).toEqual(queries('৬০০w'))
    expect(queries('৬০০ psu')[1]).toBe(queries('psu')[0])
    expect(guesses('৬০০')).toEqual([undefined])
  })

  test('include the synonyms that buyers use', () => {
    expect(queries('psu')).toEqual(queries('power supplies'))
    expect(queries('charger')).toEqual(queries('adapters'))
    expect(queries('fans')).toEqual(queries('cooling'))
    expect(queries('chassis')).toEqual(queries('case'))
  })

  test('tolerate misspellings in words only, not in figures, short words or part numbers', () => {
    expect(guesses('coler 600w 1200 usb WW-PS-600S')).toEqual(['coler', undefined, undefined, undefined, undefined])
    expect(guesses('cses')).toEqual(['cses'])
  })

  test('match the last word as a prefix, unless it is short or a figure', () => {
    expect(queries('usb us 600')).toEqual(["('usb':*)", "('us')", "('600')"])
    expect(queries('usb-charg')).toEqual(["('usb' <-> 'charg':*)"])
  })

  test('contain no operator of the query language', () => {
    expect(queries(`a & b | !c <-> (d):* 'e' \\`).join('')).toBe("('a')('b')('c')('d')('e')")
  })

  test.each(namesOfObjects.flatMap((name) => [name, `${name}s`]))(
    'treat %s as plain words, wherever it stands',
    (name) => {
      const words = plainText(`5.${name}.5`).split(' ')
      expect(queries(`5.${name}.5`)).toEqual([`(${words.map((word) => `'${word}'`).join(' <-> ')})`])
      expect(queries(`5 ${name}`)).toEqual(["('5')", expect.stringContaining(`('${words[1]}'`)])
    },
  )

  test('are empty without a word', () => {
    expect(searchTerms(' -- ! ')).toEqual([])
  })
})
