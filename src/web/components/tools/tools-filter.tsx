import { Search } from 'lucide-react'
import { type SubmitEvent, startTransition, useId, useOptimistic } from 'react'
import { Form, useNavigate } from 'react-router'
import type { ToolSort } from '#features/catalogue/schema.ts'
import { amountSuchAs } from '#shared/money.ts'
import { anyDigit } from '#shared/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FollowingInput } from '#web/ui/following-input.tsx'
import { CategorySwitch } from './category-switch.tsx'
import { askedFor, toolsPath, type Shown } from './tools-path.ts'

const sortNames: Partial<Record<ToolSort, string>> = {
  price: 'Lowest price first',
  '-price': 'Highest price first',
  name: 'Name',
}

/** A price of at most eight digits that `numberIn` can read: anything else is reported before the form is sent. */
const whole = 'N{1,8}|N{1,3},N{3}|N{1,2},N{3},N{3}|N{1,2},NN,N{3}|N,NN,NN,N{3}'
const priceTyped = String.raw`\s*((${whole})(\.N*)?|\.N+)\s*`.replaceAll('N', anyDigit)

type ToolsFilterProps = { shown: Shown; counts: Record<string, number>; currency: string }

/** Words, categories with counts, sorting, price and stock: all of it in the address, so that it works without script. */
export function ToolsFilter({ shown, counts, currency }: ToolsFilterProps) {
  const id = useId()
  const navigate = useNavigate()
  const apply = (form: HTMLFormElement) => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const asked = askedFor(new URLSearchParams(fields))
    for (const name of ['min_price', 'max_price']) showIn(form, name, asked[name] ?? '')
    return navigate(toolsPath(asked), { preventScrollReset: true })
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void apply(event.currentTarget)
  }
  return (
    <div className="tools-filter">
      <Form role="search" className="contents" action="/tools" onSubmit={onSubmit}>
        {shown.category && <input type="hidden" name="category" value={shown.category} />}
        <div className="search-box">
          <label className="sr-only" htmlFor={`${id}-q`}>
            Search by name or part number
          </label>
          <button className="search-go" aria-label="Search">
            <Search size={18} strokeWidth={1.75} aria-hidden />
          </button>
          <FollowingInput
            id={`${id}-q`}
            type="search"
            name="q"
            className="field-box"
            placeholder="Name or part number"
            maxLength={100}
            value={shown.q}
          />
        </div>
        <CategorySwitch shown={shown} counts={counts} />
        <SortBox shown={shown} onChoose={apply} />
        <div className="tools-filter-more">
          <PriceRange shown={shown} currency={currency} />
          <StockBox shown={shown} onChoose={apply} />
          <Button type="submit" variant="outline" size="small">
            Apply
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Shows how a price was understood, since it may differ from what was typed even if the address does not change. */
function showIn(form: HTMLFormElement, name: string, text: string): void {
  const box = form.elements.namedItem(name)
  if (box instanceof HTMLInputElement) box.value = text
}

type ChoiceProps = { shown: Shown; onChoose: (form: HTMLFormElement) => void | Promise<void> }

/** A choice that shows and applies at once; while its list loads, the address still has the old value. */
function useChoice<T>(shown: T, { onChoose }: ChoiceProps) {
  const [chosen, show] = useOptimistic(shown)
  const choose = (value: T, form: HTMLFormElement | null) =>
    startTransition(async () => {
      show(() => value)
      if (form) await onChoose(form)
    })
  return [chosen, choose] as const
}

/** By default, a search lists the best matches first, and the whole list the newest. */
function SortBox(choice: ChoiceProps) {
  const { shown } = choice
  const [sort, choose] = useChoice<string>(shown.sort ?? '', choice)
  return (
    <label className="sort-box">
      <span className="sr-only">Sort by</span>
      <select
        name="sort"
        className="field-box"
        value={sort}
        onChange={({ currentTarget: { value, form } }) => choose(value, form)}
      >
        <option value="">{shown.q ? 'Best match first' : 'Newest first'}</option>
        {shown.q && <option value="newest">Newest first</option>}
        {Object.entries(sortNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function PriceRange({ shown, currency }: { shown: Shown; currency: string }) {
  return (
    <fieldset className="price-range">
      <legend className="sr-only">Price each, in {currency.toUpperCase()}</legend>
      <PriceBox label="Price from" name="min_price" value={shown.min_price} suchAs={amountSuchAs(currency)} />
      <PriceBox label="to" name="max_price" value={shown.max_price} suchAs={amountSuchAs(currency)} />
      <span aria-hidden>{currency.toUpperCase()}</span>
    </fieldset>
  )
}

type PriceBoxProps = { label: string; name: string; value: number | undefined; suchAs: string }

function PriceBox({ label, name, value, suchAs }: PriceBoxProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <FollowingInput
        id={id}
        name={name}
        className="field-box"
        inputMode="decimal"
        autoComplete="off"
        pattern={priceTyped}
        title={`Enter a price such as ${suchAs}`}
        value={value}
      />
    </div>
  )
}

function StockBox(choice: ChoiceProps) {
  const [inStock, choose] = useChoice(choice.shown.in_stock === 'true', choice)
  return (
    <label className="stock-box">
      <input
        type="checkbox"
        name="in_stock"
        value="true"
        checked={inStock}
        onChange={({ currentTarget: { checked, form } }) => choose(checked, form)}
      />
      In stock
    </label>
  )
}
