import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { viewOf, type LineView } from '#web/lib/cart/view.ts'
import { removing, restoring, setting } from '#web/lib/cart/changes.ts'
import type { CartChange, CartKeeper } from '#web/lib/cart/keeper.ts'
import { useCart } from '#web/lib/cart/own-cart.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { problemText } from '#web/lib/problem.ts'
import { useSettings } from '#web/lib/settings.ts'
import { useRenewal } from '#web/lib/use-renewal.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/state-blocks.tsx'
import { AskForCart } from '#web/components/quotes/ask-for-cart.tsx'
import { SaveList } from '#web/components/lists/save-list.tsx'
import { CartLine } from './cart-line.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { Removed } from './removed.tsx'
import { TakenElsewhere, useTaken, type Taken } from './taken-elsewhere.tsx'
import { hasKeptDelivery } from './use-kept-delivery.ts'
import type { Refusals } from './use-place-cart.ts'

type Removed = { line: LineView; position: number }

/** The buyer's cart as it would be ordered now, and below it where to send it. */
export function OwnOrder({ user, cart }: { user: SessionUser; cart: CartKeeper }) {
  const state = useCart(cart)
  const settings = useSettings()
  const currency = settings?.currency ?? ''
  const [country, setCountry] = useState(settings?.tax.country ?? '')
  /** Numbers in the boxes that are not valid quantities: kept here, to be corrected. */
  const [typed, setTyped] = useState<Readonly<Record<string, number>>>({})
  const [removed, setRemoved] = useState<readonly Removed[]>([])
  const [refusals, setRefusals] = useState<Refusals>({})
  const [restored, setRestored] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  useRenewal({ renew: cart.load, expecting: false })
  const taken = useTaken(
    user.id,
    state,
    removed.map(({ line }) => line.entry.toolId),
  )

  const { lines } = viewOf(state.lines, cart.tool, currency)
  const { total, tax } = viewOf(
    state.lines.filter(({ toolId }) => !(toolId in typed)),
    cart.tool,
    currency,
    { rules: settings?.tax, country },
  )
  const open = lines.filter(({ changes, entry }) => changes.length > 0 || entry.toolId in typed)

  const wrong = lines.filter((line) => open.includes(line) || line.entry.toolId in refusals)

  /** A change that cannot be saved is reported above the list. */
  function change(toolId: string, by: CartChange): void {
    setRefusals(({ [toolId]: _settled, ...others }) => others)
    setTyped(({ [toolId]: _corrected, ...others }) => others)
    cart.change(by).catch(() => undefined)
  }
  function remove(line: LineView): void {
    const { toolId } = line.entry
    const position = state.lines.findIndex((each) => each.toolId === toolId)
    setRemoved([...removed.filter((each) => each.line.entry.toolId !== toolId), { line, position }])
    change(toolId, removing(toolId))
  }
  function undo({ line: { entry }, position }: Removed): void {
    setRemoved(removed.filter(({ line }) => line.entry.toolId !== entry.toolId))
    setRestored(entry.toolId)
    change(entry.toolId, restoring(entry, position))
  }
  /** Focuses the first thing that needs attention before the order can be placed. */
  function showOpen(): void {
    const first = list.current?.querySelector('[data-open]')
    first?.querySelector<HTMLElement>('.cart-change .btn, [aria-invalid]')?.focus()
  }
  /** Shows at each line why it was refused, and focuses the first: on a phone they are far above the button. */
  function showRefused(refused: Refusals): void {
    flushSync(() => setRefusals(refused))
    if (Object.keys(refused).length > 0) list.current?.querySelector<HTMLElement>('[data-open] > [role=group]')?.focus()
  }

  const isIn = (toolId: string) => lines.some(({ entry }) => entry.toolId === toolId)
  const takenOut = removed.filter(({ line }) => !isIn(line.entry.toolId))
  const cells = inPlaces(
    lines.map((line) => (
      <CartLine
        key={line.entry.toolId}
        line={line}
        currency={currency}
        typed={typed[line.entry.toolId]}
        refusal={refusals[line.entry.toolId]}
        focused={restored === line.entry.toolId}
        onType={(quantity) => setTyped({ ...typed, [line.entry.toolId]: quantity })}
        onSet={(entry) => change(entry.toolId, setting(entry))}
        onRemove={() => remove(line)}
      />
    )),
    takenOut.map((each) => ({
      position: each.position,
      cell: (
        <li key={`${each.line.entry.toolId}-gone`}>
          <Removed what={each.line.tool.name} onUndo={() => undo(each)} />
        </li>
      ),
    })),
  )
  return (
    <>
      {state.problem !== undefined && (
        <div className="mb-6">
          <ErrorState onRetry={() => void cart.retry().catch(() => undefined)}>
            {state.unsaved ? 'Your last changes are not saved yet. ' : ''}
            {problemText(state.problem)}
          </ErrorState>
        </div>
      )}
      {cells.length > 0 && (
        <ul ref={list} aria-label="Products in your order" className="cart-lines">
          {cells}
        </ul>
      )}
      {lines.length > 0 && (
        <div className="flex flex-wrap items-start gap-3 pt-6">
          <AskForCart user={user} lines={lines.map(({ entry: { toolId, quantity } }) => ({ toolId, quantity }))} />
          <SaveList lines={lines.map(({ entry: { toolId, quantity } }) => ({ toolId, quantity }))} />
        </div>
      )}
      {lines.length === 0 ? (
        <Nothing taken={taken} isTyped={hasKeptDelivery(user.id)} />
      ) : (
        <DeliveryForm
          user={user}
          cart={cart}
          order={{ lines, total, tax, currency, open: open.length, wrong: wrong.length }}
          country={country}
          onCountry={setCountry}
          onOpen={showOpen}
          onRefused={showRefused}
        />
      )}
    </>
  )
}

/** Inserts the other cells at their positions. */
function inPlaces<Cell>(cells: readonly Cell[], others: readonly { position: number; cell: Cell }[]): Cell[] {
  return others
    .toSorted((a, b) => a.position - b.position)
    .reduce<Cell[]>((all, { position, cell }) => all.toSpliced(position, 0, cell), [...cells])
}

function Nothing({ taken, isTyped }: { taken: Taken; isTyped: boolean }) {
  return taken ? (
    <TakenElsewhere taken={taken} isTyped={isTyped} />
  ) : (
    <EmptyState
      title="Nothing in your order yet"
      action={
        <ButtonLink to="/tools" variant="primary">
          See tools and prices
        </ButtonLink>
      }
    >
      Press “Add to order” on a product and it is kept here, on all your devices, until you order everything at once.
    </EmptyState>
  )
}
