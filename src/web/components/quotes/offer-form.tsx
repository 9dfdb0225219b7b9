import { useId, useRef, useState, type SubmitEvent } from 'react'
import { useRevalidator } from 'react-router'
import { quickOrderMessages } from '#content/quick-order.ts'
import type { MatchedRow, QuickTool } from '#features/quick-order/schema.ts'
import { NewOffer, type WholeQuote } from '#features/quotes/schema.ts'
import { lastDay } from '#shared/days.ts'
import { langOf } from '#shared/language.ts'
import { decimalsOf, formatMoney } from '#shared/money.ts'
import { numberIn } from '#shared/number.ts'
import { PartBox } from '#web/components/quick-order/part-box.tsx'
import { api } from '#web/lib/api.ts'
import { createAttempts } from '#web/lib/idempotency.ts'
import { useKeptState } from '#web/lib/kept-typing.ts'
import { isOne } from '#web/lib/quick-order/list.ts'
import { meaningsOf } from '#web/lib/quick-order/meanings.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { ApiProblem, problemText, type Wrong } from '#web/lib/problem.ts'
import { useFirstWrong } from '#web/lib/use-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, TextAreaField } from '#web/ui/field.tsx'
import { notifySuccess } from '#web/ui/notify.ts'
import { firstLines, inDays, OfferDraft, totalOf, type DraftLine } from './offer-draft.ts'
import { OfferLineFields } from './offer-line-fields.tsx'
import { listedLine, soldNowText, useSoldNow } from './sold-now.ts'

/** Staff's form for an offer: products, quantities, prices, an expiry date and a message. Once sent, it begins again. */
export function OfferForm({ quote }: { quote: WholeQuote }) {
  const [sent, setSent] = useState(0)
  return <OneOffer key={sent} quote={quote} onSent={() => setSent((before) => before + 1)} />
}

function OneOffer({ quote, onSent }: { quote: WholeQuote; onSent: () => void }) {
  const { revalidate } = useRevalidator()
  const [draft, setDraft, discard] = useKeptState(`offer:${quote._id}`, OfferDraft, () => ({
    lines: firstLines(quote),
    validUntil: inDays(new Date(), 14),
    message: '',
    replaces: quote.offer?.offeredAt ?? null,
  }))
  const { lines, validUntil, message, replaces } = draft
  const [part, setPart] = useState('')
  const [closest, setClosest] = useState<readonly QuickTool[]>([])
  const [problems, setProblems] = useState<readonly Wrong[]>([])
  const form = useFirstWrong(problems)
  const [attempts] = useState(createAttempts)
  const [busy, setBusy] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const addId = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const { total, isWhole } = totalOf(lines, quote.currency)
  const { sold, learn } = useSoldNow(quote)
  const errorAt = (path: string) => problems.find((each) => each.path === path)?.text
  const noteOf = ({ toolId, quantity }: DraftLine) => {
    const tool = sold.get(toolId)
    return tool === undefined ? undefined : soldNowText(tool, quantity, quote.currency)
  }
  const setLines = (by: (now: DraftLine[]) => DraftLine[]) => setDraft((now) => ({ ...now, lines: by(now.lines) }))
  const change = (toolId: string, by: Partial<DraftLine>) =>
    setLines((now) => now.map((line) => (line.toolId === toolId ? { ...line, ...by } : line)))

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setAdding(true)
    const found = await productFor(part).catch((error: unknown) => problemText(error))
    setAdding(false)
    setClosest(typeof found === 'object' && 'closest' in found ? found.closest : [])
    if (typeof found === 'string') return setProblems([{ path: 'part', text: found }])
    if ('closest' in found) return setProblems([{ path: 'part', text: found.text }])
    learn(found)
    setLines((now) =>
      now.some(({ toolId }) => toolId === found._id) ? now : [...now, listedLine(found, quote.currency)],
    )
    setPart((now) => (now === part ? '' : now))
    setProblems([])
    return undefined
  }

  /** The button pressed is gone then: Enter at the next one adds the product. */
  function fillIn(text: string): void {
    setPart(text)
    setProblems([])
    addButton.current?.focus()
  }

  async function send(): Promise<void> {
    const asked = NewOffer.safeParse({
      lines: lines.map(({ toolId, quantity, unitPrice }) => ({
        toolId,
        quantity: numberIn(quantity),
        unitPrice: numberIn(unitPrice, decimalsOf(quote.currency)),
      })),
      validUntil,
      ...(message.trim() && { message }),
      replaces,
    })
    if (!asked.success) {
      return setProblems(asked.error.issues.map((issue) => ({ path: issue.path.join('.'), text: issue.message })))
    }
    setBusy(true)
    try {
      const header = attempts.headerFor(asked.data)
      await api.quote[':quoteId'].offer.$post({ param: { quoteId: quote._id }, json: asked.data, header })
      attempts.done()
      setProblems([])
      setDraft((now) => ({ ...now, validUntil: inDays(new Date(), 14), message: '' }))
      void notifySuccess('The offer was sent')
      passFocusOn('main h1')
      await revalidate()
      discard()
      onSent()
      return undefined
    } catch (error) {
      const errors = error instanceof ApiProblem ? error.errors : []
      setProblems(
        errors.length > 0
          ? errors.map(({ path, message: text }) => ({ path, text }))
          : [{ path: '', text: problemText(error) }],
      )
      // Shows the other offer above what is typed here.
      const { offeredAt } = error instanceof ApiProblem ? error.extra : {}
      if (typeof offeredAt === 'string') {
        setDraft((now) => ({ ...now, replaces: offeredAt || null }))
        await revalidate()
      }
    }
    setBusy(false)
    return undefined
  }

  return (
    <>
      {/* Of its own: Enter in the box of a product to add must not send the offer without it. */}
      <form id={addId} method="post" noValidate onSubmit={(event) => void add(event)} />
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="grid gap-6"
      >
        <ul className="offer-lines" aria-label="Products in the offer">
          {lines.map((line, n) => (
            <OfferLineFields
              key={line.toolId}
              line={line}
              currency={quote.currency}
              note={noteOf(line)}
              errors={{
                quantity: errorAt(`lines.${n}.quantity`) ?? errorAt(`lines.${n}.toolId`),
                unitPrice: errorAt(`lines.${n}.unitPrice`),
              }}
              onChange={(by) => change(line.toolId, by)}
              onRemove={() => {
                setLines((now) => now.filter(({ toolId }) => toolId !== line.toolId))
                addButton.current?.focus()
              }}
            />
          ))}
        </ul>
        <FieldNote id="offer-lines" error={errorAt('lines')} />
        <div className="flex max-w-[640px] flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1">
            <PartBox
              form={addId}
              value={part}
              onChange={setPart}
              errorAt={notesOf(['lines', 'part'].filter(errorAt))}
            />
          </div>
          <Button ref={addButton} type="submit" form={addId} variant="outline" busy={isAdding} busyLabel="Adding">
            Add product
          </Button>
        </div>
        <FieldNote id="offer-part" error={errorAt('part')} />
        {errorAt('part') && closest.length > 0 && (
          <div role="group" aria-label="Closest products" className="flex flex-wrap gap-3">
            {closest.map(({ _id, name, part_number }) => (
              <Button key={_id} size="small" variant="outline" onClick={() => fillIn(part_number || name)}>
                <span lang={langOf(name)}>{name}</span> <span className="label">{part_number}</span>
              </Button>
            ))}
          </div>
        )}
        <div className="grid max-w-[640px] items-start gap-5 sm:grid-cols-2">
          <Field
            label="Valid until"
            type="date"
            max={lastDay}
            value={validUntil}
            onChange={({ target }) => setDraft((now) => ({ ...now, validUntil: target.value }))}
            error={errorAt('validUntil')}
          />
          <p aria-live="polite">
            <span className="field-label">{isWhole ? 'Total' : 'Total so far'}</span>
            <span className="display text-figure-s">{total > 0 ? formatMoney(total, quote.currency) : '–'}</span>
          </p>
          <TextAreaField
            label="Message to the buyer"
            className="sm:col-span-2"
            rows={3}
            hint="Optional: shown in the e-mail and beside the offer."
            value={message}
            onChange={({ target }) => setDraft((now) => ({ ...now, message: target.value }))}
            error={errorAt('message')}
          />
        </div>
        <FieldNote id="offer-problem" error={errorAt('')} />
        <div>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Sending">
            {quote.offer ? 'Send a new offer' : 'Send the offer'}
          </Button>
        </div>
      </form>
    </>
  )
}

/** The ids of the error messages for these paths. */
const notesOf = (paths: readonly string[]): string | undefined =>
  paths.map((path) => `offer-${path}`).join(' ') || undefined

type NotOne = { text: string; closest: readonly QuickTool[] }

/** The product with a part number or a name; or why there is none, with those that may be meant. */
async function productFor(part: string): Promise<QuickTool | NotOne | string> {
  if (part.trim() === '') return 'Type a part number or a name'
  const { meanings, tools } = await meaningsOf([[part]])
  const { how = 'unknown', toolIds = [] } = meanings.get(part) ?? {}
  const closest = toolIds.flatMap((id) => tools.get(id) ?? [])
  const [first] = closest
  return first && isOne.has(how) ? first : { text: whyNotOne(how, closest.length), closest }
}

function whyNotOne(how: MatchedRow['how'], found: number): string {
  if (how === 'several') return quickOrderMessages.severalMatch
  const none = how === 'gone' ? quickOrderMessages.notSold : 'No such product.'
  return found > 0 ? `${none} Closest:` : none
}
