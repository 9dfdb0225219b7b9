import { countries } from '#shared/countries.ts'
import type { Terms } from './en16931-terms.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0)
const each = <T>(list: readonly T[], holds: (one: T) => boolean): boolean => list.every((one) => holds(one))
const isAmount = Number.isSafeInteger

type Rules = Record<string, (terms: Terms) => boolean>

/** Mandatory content. */
const present: Rules = {
  'BR-01': ({ ids }) => ids.specification !== '',
  'BR-02': ({ ids }) => ids.number !== '',
  'BR-03': ({ ids }) => ids.issued !== '',
  'BR-04': ({ ids }) => ids.type !== '',
  'BR-05': ({ ids }) => ids.currency !== '',
  'BR-06': ({ ids }) => ids.seller !== '',
  'BR-07': ({ ids }) => ids.buyer !== '',
  'BR-08': ({ addresses }) => addresses.seller,
  'BR-09': ({ sellerCountry }) => sellerCountry !== '',
  'BR-10': ({ addresses }) => addresses.buyer,
  'BR-11': ({ buyerCountry }) => buyerCountry !== '',
  'BR-12': ({ numbers }) => isAmount(numbers.lines),
  'BR-13': ({ numbers }) => isAmount(numbers.net),
  'BR-14': ({ numbers }) => isAmount(numbers.gross),
  'BR-15': ({ numbers }) => isAmount(numbers.due),
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21': ({ lines }) => each(lines, ({ id }) => id !== ''),
  'BR-22': ({ lines }) => each(lines, ({ quantity }) => quantity > 0),
  'BR-23': ({ lines }) => each(lines, ({ unit }) => unit !== ''),
  'BR-24': ({ lines }) => each(lines, ({ net }) => isAmount(net)),
  'BR-25': ({ lines }) => each(lines, ({ name }) => name !== ''),
  'BR-26': ({ lines }) => each(lines, ({ price }) => isAmount(price)),
  'BR-27': ({ lines }) => each(lines, ({ price }) => !(price < 0)),
  'BR-45': ({ taxes }) => each(taxes, ({ net }) => isAmount(net)),
  'BR-46': ({ taxes }) => each(taxes, ({ tax }) => isAmount(tax)),
  'BR-47': ({ taxes }) => each(taxes, ({ category }) => category !== ''),
  'BR-48': ({ taxes }) => each(taxes, ({ category, rate }) => category === 'O' || rate !== ''),
  'BR-55': ({ ids, corrects }) => ids.type !== '381' || corrects !== '',
  'BR-57': ({ deliveryCountry }) => deliveryCountry !== '',
  'BR-62, BR-63': ({ endpoints }) => each(endpoints, ({ scheme }) => scheme !== ''),
  'BR-CO-04': ({ lines }) => each(lines, ({ category }) => category !== ''),
  'BR-CO-18': ({ taxes }) => taxes.length > 0,
  'BR-CO-25': ({ numbers, terms }) => !(numbers.due > 0) || terms !== '',
  'BR-CO-26': ({ hasSellerId }) => hasSellerId,
  // Syntax rules: in CII they are CII-SR-453 and CII-SR-454.
  'UBL-SR-05': ({ countOfTerms }) => countOfTerms <= 1,
  'UBL-SR-48': ({ lines }) => each(lines, ({ countOfCategories }) => countOfCategories === 1),
}

/** Sums. */
const sums: Rules = {
  'BR-CO-10': ({ numbers, lines }) => numbers.lines === sum(lines.map(({ net }) => net)),
  'BR-CO-13': ({ numbers }) => numbers.net === numbers.lines,
  'BR-CO-14': ({ numbers, taxes }) => numbers.tax === sum(taxes.map(({ tax }) => tax)),
  'BR-CO-15': ({ numbers }) => numbers.gross === numbers.net + numbers.tax,
  'BR-CO-16': ({ numbers, paid }) => numbers.due === numbers.gross - paid,
  // With the tolerance of the official artefacts: less than one unit of the currency.
  'BR-CO-17': ({ taxes }) => each(taxes, ({ net, rate, tax }) => Math.abs(taxOn(net, rate) - tax) < 100),
  // For all amounts: BR-DEC-09 to BR-DEC-28.
  'BR-DEC': ({ written }) => each(written, (amount) => /^\d+(?:\.\d{1,2})?$/.test(amount)),
  // A Peppol rule for what EN 16931 only says in words: a line's amount is quantity times price.
  'PEPPOL-EN16931-R120': ({ lines }) =>
    each(lines, ({ quantity, price, base, net }) => Math.round((quantity / base) * price) === net),
}

const currencyCodes = new Set(Intl.supportedValuesOf('currency'))
const countryCodes = new Set(countries)
/** Greece has its own VAT prefix. */
const vatCountries = new Set<string>([...countries, 'EL'])
const isCategory = ({ category }: { category: string }): boolean => ['S', 'Z', 'O'].includes(category)

/** Values from code lists, as far as the shop writes them. */
const codes: Rules = {
  'BR-CL-01': ({ ids, types }) => types.includes(ids.type),
  'BR-CL-03': ({ currencies, ids }) => each(currencies, (code) => code === ids.currency),
  'BR-CL-04': ({ ids }) => currencyCodes.has(ids.currency),
  'BR-CL-14': ({ sellerCountry, buyerCountry, deliveryCountry = buyerCountry }) =>
    each([sellerCountry, buyerCountry, deliveryCountry], (code) => countryCodes.has(code)),
  // BR-E, BR-AE, BR-G, BR-IC, BR-IG, BR-IP and BR-B are about categories that the shop does not have.
  'BR-CL-17': ({ taxes }) => each(taxes, isCategory),
  'BR-CL-18': ({ lines }) => each(lines, isCategory),
  'BR-CL-23': ({ lines }) => each(lines, ({ unit }) => unit === 'C62'),
  'BR-CL-25': ({ endpoints }) => each(endpoints, ({ scheme }) => scheme === 'EM'),
  'BR-CO-09': ({ vatNumber }) => vatNumber === '' || vatCountries.has(vatNumber.slice(0, 2)),
}

type Category = 'S' | 'Z' | 'O'
const inWords = ({ category, rate }: { category: string; rate: string }): string => `${category} ${Number(rate || 0)}`

/** Rules for each tax category: standard rated, zero rated, outside the scope of tax. */
function ofCategory(category: Category): Rules {
  const own = <T extends { category: string }>(list: readonly T[]): T[] =>
    list.filter((one) => one.category === category)
  const name = (n: string) => `BR-${category}-${n}`
  return {
    // Standard rated: one group for each rate.
    [name('01')]: ({ lines, taxes }) =>
      [...new Set(own(lines).map(inWords))].toSorted().join() === own(taxes).map(inWords).toSorted().join(),
    [name('08')]: ({ lines, taxes }) =>
      each(own(taxes), (tax) => {
        const of = own(lines).filter((line) => inWords(line) === inWords(tax))
        return tax.net === sum(of.map(({ net }) => net))
      }),
    [name('09')]: ({ taxes }) =>
      each(own(taxes), ({ net, rate, tax }) => (category === 'S' ? Math.abs(taxOn(net, rate) - tax) < 100 : tax === 0)),
    [name('10')]: ({ taxes }) => each(own(taxes), ({ reason }) => (category === 'O') === (reason !== '')),
  }
}

const categories: Rules = {
  ...ofCategory('S'),
  ...ofCategory('Z'),
  ...ofCategory('O'),
  'BR-S-02, BR-Z-02': ({ lines, vatNumber, taxRegistration }) =>
    each(lines, ({ category }) => category === 'O') || vatNumber + taxRegistration !== '',
  'BR-O-02': ({ lines, vatNumber }) => vatNumber === '' || each(lines, ({ category }) => category !== 'O'),
  'BR-S-05': ({ lines }) => each(lines, ({ category, rate }) => category !== 'S' || Number(rate) > 0),
  'BR-Z-05': ({ lines }) =>
    each(lines, ({ category, rate }) => category !== 'Z' || (rate !== '' && Number(rate) === 0)),
  'BR-O-05': ({ lines }) => each(lines, ({ category, rate }) => category !== 'O' || rate === ''),
  'BR-O-11': ({ taxes }) => taxes.length === 1 || each(taxes, ({ category }) => category !== 'O'),
  'BR-O-12': ({ taxes, lines }) =>
    each(taxes, ({ category }) => category !== 'O') || each(lines, ({ category }) => category === 'O'),
}

/**
 * Rules of EN 16931-1, 6.4, by their names there: every rule that one of the shop's documents can break. They are written from
 * the text of the standard; where the published rules are available, whatever breaks one here must break theirs too
 * (official-rules.unit.test.ts). The other published rules are about parts that no document has, which is a rule here.
 */
export const rules: Rules = {
  ...present,
  ...sums,
  ...codes,
  ...categories,
  'no part whose rules are not here': ({ foreign }) => foreign.length === 0,
}

const taxOn = (net: number, rate: string): number => Math.round((net * Number(rate || 0)) / 100)

/** The rules that a document breaks. */
export const brokenRules = (terms: Terms): string[] =>
  Object.entries(rules).flatMap(([name, holds]) => (holds(terms) ? [] : [name]))
