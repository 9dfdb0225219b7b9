import { paperWords as words, statementWords } from '#content/papers.ts'
import { site } from '#content/site.ts'
import type { Paper, PaperRow } from '#features/papers/paper.ts'
import type { Statement } from '#features/receivables/schema.ts'
import { formatMoney } from '#shared/money.ts'
import type { Seller } from './document.ts'
import { sellerLines } from './papers.ts'

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const localDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: site.timeZone })

/** A page of an account's monthly statement. */
export function statementPaper(statement: Statement, seller: Seller): Paper {
  const { name, email, month, currency, entries, opening, before, closing, nextCursor } = statement
  const { entry, day, amount, balance } = words.heads
  const money = (major: number) => formatMoney(major, currency)
  const at = (label: string, open: number): PaperRow => ({ name: label, note: '', cells: ['', '', money(open)] })
  return {
    title: words.titles.statement,
    number: months.format(new Date(`${month}-01T00:00:00Z`)),
    seller: sellerLines(seller),
    blocks: [{ label: words.to, lines: [name, email] }],
    facts: [],
    heads: [entry, day, amount, balance],
    rows: [
      before === opening ? at(statementWords.opening, opening) : at(statementWords.before, before),
      ...entries.map((each) => ({
        name: `${statementWords.kinds[each.kind]} ${each.label}`,
        note: each.receivedAt ? words.received(days.format(new Date(each.receivedAt))) : '',
        cells: [localDays.format(new Date(each.at)), money(each.amount), money(each.balance)],
      })),
    ],
    totals: [{ label: statementWords.closing, value: money(closing) }],
    words: [...(nextCursor ? [words.goesOn] : []), ...(seller.bank && closing > 0 ? [words.bank(seller.bank)] : [])],
  }
}
