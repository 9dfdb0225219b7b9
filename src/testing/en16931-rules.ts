import type { Terms } from './en16931-terms.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0)
const each = <T>(list: readonly T[], holds: (one: T) => boolean): boolean => list.every((one) => holds(one))

/** Category and rate together, as BG-23 has one group for each. */
const group = ({ category, rate }: { category: string; rate: string }): string => `${category} ${Number(rate || 0)}`

/**
 * Rules of EN 16931-1, 6.4, by their names there: those that a paper of the shop can break. They are written after the
 * text of the standard, for lack of a package with the official artefacts; those have some hundred more, of parts that
 * no paper has.
 */
const rules: Record<string, (terms: Terms) => boolean> = {
  'BR-01': ({ ids }) => ids.specification !== '',
  'BR-02': ({ ids }) => ids.number !== '',
  'BR-03': ({ ids }) => ids.issued !== '',
  'BR-04': ({ ids }) => ids.type === '380' || ids.type === '381',
  'BR-05': ({ ids }) => /^[A-Z]{3}$/.test(ids.currency),
  'BR-06': ({ ids }) => ids.seller !== '',
  'BR-07': ({ ids }) => ids.buyer !== '',
  'BR-09': ({ sellerCountry }) => /^[A-Z]{2}$/.test(sellerCountry),
  'BR-11': ({ buyerCountry }) => /^[A-Z]{2}$/.test(buyerCountry),
  'BR-12 to BR-15': ({ numbers }) => each(Object.values(numbers), Number.isSafeInteger),
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21': ({ lines }) => each(lines, ({ id }) => id !== ''),
  'BR-22': ({ lines }) => each(lines, ({ quantity }) => quantity > 0),
  'BR-23': ({ lines }) => each(lines, ({ unit }) => unit !== ''),
  'BR-24': ({ lines }) => each(lines, ({ net }) => Number.isSafeInteger(net)),
  'BR-25': ({ lines }) => each(lines, ({ name }) => name !== ''),
  'BR-27': ({ lines }) => each(lines, ({ price }) => price >= 0),
  'BR-55': ({ ids, corrects }) => ids.type !== '381' || corrects !== '',
  'BR-CO-04': ({ lines }) => each(lines, ({ category }) => category !== ''),
  'BR-CO-09': ({ vatNumber }) => vatNumber === '' || /^[A-Z]{2}/.test(vatNumber),
  'BR-CO-10': ({ numbers, lines }) => numbers.lines === sum(lines.map(({ net }) => net)),
  'BR-CO-13': ({ numbers }) => numbers.net === numbers.lines,
  'BR-CO-14': ({ numbers, taxes }) => numbers.tax === sum(taxes.map(({ tax }) => tax)),
  'BR-CO-15': ({ numbers }) => numbers.gross === numbers.net + numbers.tax,
  'BR-CO-16': ({ numbers, paid }) => numbers.due === numbers.gross - paid,
  // With the tolerance of the official artefacts: less than one unit of the currency.
  'BR-CO-17': ({ taxes }) => each(taxes, ({ net, rate, tax }) => Math.abs(taxOn(net, rate) - tax) < 100),
  'BR-CO-18': ({ taxes }) => taxes.length > 0,
  'BR-CO-25': ({ numbers, terms }) => numbers.due <= 0 || terms !== '',
  'BR-CO-26': ({ hasSellerId }) => hasSellerId,
  'BR-DEC': ({ written }) => each(written, (amount) => /^\d+(?:\.\d{1,2})?$/.test(amount)),
  'BR-S-01, BR-Z-01, BR-O-01': ({ lines, taxes }) =>
    new Set(taxes.map(group)).size === taxes.length &&
    [...new Set(lines.map(group))].toSorted().join() === taxes.map(group).toSorted().join(),
  'BR-S-02, BR-Z-02': ({ lines, vatNumber, taxRegistration }) =>
    each(lines, ({ category }) => category === 'O') || vatNumber + taxRegistration !== '',
  'BR-O-02': ({ lines, vatNumber }) => vatNumber === '' || each(lines, ({ category }) => category !== 'O'),
  'BR-S-05': ({ lines }) => each(lines, ({ category, rate }) => category !== 'S' || Number(rate) > 0),
  'BR-Z-05': ({ lines }) =>
    each(lines, ({ category, rate }) => category !== 'Z' || (rate !== '' && Number(rate) === 0)),
  'BR-O-05': ({ lines }) => each(lines, ({ category, rate }) => category !== 'O' || rate === ''),
  'BR-S-08, BR-Z-08, BR-O-08': ({ lines, taxes }) =>
    each(taxes, (tax) => tax.net === sum(lines.filter((line) => group(line) === group(tax)).map(({ net }) => net))),
  'BR-Z-09, BR-O-09': ({ taxes }) => each(taxes, ({ category, tax }) => category === 'S' || tax === 0),
  'BR-S-10, BR-Z-10, BR-O-10': ({ taxes }) =>
    each(taxes, ({ category, reason }) => (category === 'O') === (reason !== '')),
  'BR-O-11, BR-O-12': ({ taxes }) => taxes.length === 1 || each(taxes, ({ category }) => category !== 'O'),
  // Of Peppol, which has what EN 16931 says in words: the amount of a line is its quantity by its price.
  'PEPPOL-EN16931-R120': ({ lines }) =>
    each(lines, ({ quantity, price, base, net }) => Math.round((quantity / base) * price) === net),
}

const taxOn = (net: number, rate: string): number => Math.round((net * Number(rate || 0)) / 100)

/** The rules that a document breaks. */
export const brokenRules = (terms: Terms): string[] =>
  Object.entries(rules).flatMap(([name, holds]) => (holds(terms) ? [] : [name]))
