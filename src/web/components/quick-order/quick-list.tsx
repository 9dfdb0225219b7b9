import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { allInOrder, allOfSeveralInOrder, cartMessages } from '#content/cart.ts'
import { quickOrderMessages } from '#content/quick-order.ts'
import { formatMoney, toMajor } from '#shared/money.ts'
import { Removed } from '#web/components/cart/removed.tsx'
import { mayPass } from '#web/lib/cart/keeper.ts'
import { cartOf } from '#web/lib/cart/own-cart.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { passFocusOn } from '#web/lib/pass-focus-on.ts'
import { problemText } from '#web/lib/problem.ts'
import { addingAll, fitting, outcomeOf, type Ready } from '#web/lib/quick-order/into-cart.ts'
import {
  allMended,
  inOrder,
  mended,
  mendOf,
  paidBefore,
  totalOf,
  verdictsOf,
  type Row,
  type Verdict,
} from '#web/lib/quick-order/list.ts'
import type { useQuickList } from '#web/lib/quick-order/use-quick-list.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { counted, formatCount } from '#web/ui/format.ts'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { ErrorState } from '#web/ui/state-blocks.tsx'
import { SaveList } from '#web/components/lists/save-list.tsx'
import { QuickRow } from './quick-row.tsx'

type QuickListProps = {
  user: SessionUser
  list: ReturnType<typeof useQuickList>
  onClear: () => void
  /** The heading, to move the focus to. */
  summary: RefObject<HTMLHeadingElement | null>
}
type Shown = 'all' | 'open' | 'ready'
type Judged = { row: Row; verdict: Verdict }

/** The number of rows on the page at first: a phone is slow to show two thousand of them. */
const pageOf = 100
const isReady = ({ verdict }: Judged) => verdict.kind === 'ready'

/** Every row with its verdict, one button to fix it, and what will go into the order. */
export function QuickList({ user, list, summary, onClear }: QuickListProps) {
  const { rows, known, problem, setRows } = list
  const currency = useSettings()?.currency ?? ''
  const [shown, setShown] = useState<Shown>('all')
  const [most, setMost] = useState(pageOf)
  const [removed, setRemoved] = useState<{ row: Row; at: number }>()
  /** Counts the fixes: a fixed quantity replaces what is in its box. */
  const [mends, setMends] = useState(0)
  const [isAdding, setAdding] = useState(false)

  const verdicts = verdictsOf(rows, known, currency)
  const judged = rows.map((row, n): Judged => ({ row, verdict: verdicts[n] ?? { kind: 'waiting' } }))
  const ready = judged.flatMap(({ row, verdict }): Ready[] =>
    verdict.kind === 'ready' ? [{ id: row.id, tool: verdict.tool, quantity: verdict.quantity }] : [],
  )
  const lines = judged.flatMap(({ row: { quantity }, verdict }) =>
    'tool' in verdict && typeof quantity === 'number' && quantity > 0 ? [{ toolId: verdict.tool._id, quantity }] : [],
  )
  const mendable = verdicts.filter((verdict) => mendOf(verdict)).length
  const chosen = inOrder(judged, currency).filter((each) => shown === 'all' || (shown === 'ready') === isReady(each))
  const changed = judged.filter((each) => paidBefore(each, currency) !== undefined).length

  function mend(how: (rows: readonly Row[]) => readonly Row[]): void {
    setRows(how)
    setMends((before) => before + 1)
  }
  function mendAll(): void {
    // Nothing is left to fix then, and the button is gone.
    passFocusOn('#quick-list')
    mend((now) => allMended(now, known, currency))
  }
  function remove(row: Row): void {
    setRemoved({ row, at: rows.indexOf(row) })
    setRows((now) => now.filter(({ id }) => id !== row.id))
  }
  async function addReady(): Promise<void> {
    setAdding(true)
    const cart = cartOf(user.id)
    try {
      if (!cart.state().saved) await cart.load()
      const before = cart.state().lines
      const fits = fitting(ready, before)
      await cart.change(addingAll(fits, currency)).catch((error: unknown) => {
        // After a failure that may be temporary, the change is kept and sent again.
        if (!mayPass(error)) throw error
        void notifyError(cartMessages.unsaved)
      })
      passFocusOn('#quick-list', 'main h1')
      const { added, short } = outcomeOf(fits, before, cart.state().lines)
      const ids = new Set(added.map(({ id }) => id))
      // Matches the rows as they were then: rows added or changed meanwhile are not in the order.
      const taken = new Set(rows.filter(({ id }) => ids.has(id)))
      setRows((now) => now.filter((row) => !taken.has(row)))
      void tellAdded(added.length, short)
      if (fits.length < ready.length) void notifyError(quickOrderMessages.cartFull)
    } catch (error) {
      void notifyError(problemText(error))
    }
    setAdding(false)
  }

  return (
    <section aria-labelledby="quick-list" className="mt-12">
      <div className="quick-summary">
        <h2 ref={summary} id="quick-list" className="text-h3" tabIndex={-1} aria-live="polite">
          {formatCount(ready.length)} of {counted(rows.length, 'row')} ready
        </h2>
        {changed > 0 && <p className="text-ink-2">{counted(changed, 'price')} changed since your order</p>}
        <p className="display text-figure-s">{formatMoney(toMajor(totalOf(verdicts), currency), currency)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 pb-6">
        <Button
          variant="primary"
          disabled={ready.length === 0}
          busy={isAdding}
          busyLabel="Adding"
          onClick={() => void addReady()}
        >
          Add {counted(ready.length, 'row')} to order
        </Button>
        {mendable > 0 && <Button onClick={mendAll}>Fix {formatCount(mendable)} at once</Button>}
        {/* After the first press of a double click on the button that was here until then, the second is not meant for this one. */}
        <Button variant="outline" onClick={({ detail }) => detail < 2 && onClear()}>
          Clear the list
        </Button>
        <SaveList lines={lines} leftOut={rows.length - lines.length} />
      </div>
      {problem !== undefined && (
        <div className="mb-6">
          <ErrorState onRetry={list.retry}>{problemText(problem)}</ErrorState>
        </div>
      )}
      <ShownSwitch shown={shown} onShow={setShown} all={rows.length} ready={ready.length} />
      {removed && !rows.includes(removed.row) && (
        <Removed
          what={removed.row.part}
          onUndo={() => setRows((now) => now.toSpliced(removed.at, 0, removed.row))}
          key={removed.row.id}
        />
      )}
      <ol aria-label="Rows" className="quick-rows">
        {chosen.slice(0, most).map(({ row, verdict }) => (
          <QuickRow
            key={row.id}
            row={row}
            verdict={verdict}
            currency={currency}
            mends={mends}
            onQuantity={(quantity) => list.count(row, quantity)}
            onMend={(how) => mend((now) => mended(now, row, how))}
            onChoose={(tool) => list.choose(row, tool)}
            onForget={() => void list.forget(row)}
            onRemove={() => remove(row)}
          />
        ))}
      </ol>
      {chosen.length > most && (
        <div className="pt-6">
          <Button variant="outline" onClick={() => setMost(most + pageOf)}>
            Show more rows
          </Button>
          <p className="pt-3 text-small text-ink-2">
            {formatCount(most)} of {counted(chosen.length, 'row')} shown. All are included.
          </p>
        </div>
      )}
    </section>
  )
}

type ShownSwitchProps = { shown: Shown; onShow: (shown: Shown) => void; all: number; ready: number }

function ShownSwitch({ shown, onShow, all, ready }: ShownSwitchProps) {
  const choices: [Shown, string, number][] = [
    ['all', 'All', all],
    ['open', 'To fix', all - ready],
    ['ready', 'Ready', ready],
  ]
  return (
    <div className="category-switch mb-5">
      <div className="switch" role="group" aria-label="Rows shown">
        {choices.map(([choice, label, count]) => (
          <button
            key={choice}
            type="button"
            aria-current={shown === choice || undefined}
            onClick={() => onShow(choice)}
          >
            {label} <span className="text-small">{formatCount(count)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

function tellAdded(count: number, short: readonly Ready[]): Promise<void> {
  const [first] = short
  return notifySuccess(
    <span>
      {count > 0 && <>Added: {counted(count, 'product')}. </>}
      {first && (
        <>{short.length === 1 ? allInOrder(first.tool.available_quantity) : allOfSeveralInOrder(short.length)} </>
      )}
      <Link to="/dashboard/cart" className="underline">
        See your order
      </Link>
    </span>,
  )
}
