import { Link } from 'react-router'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import type { CardTool } from '#web/lib/card-tool.ts'
import { leastOf } from '#web/lib/offer.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { AddToOrder } from './cart/add-to-order.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Stat } from '#web/ui/plate.tsx'
import { Price } from '#web/ui/price.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { Stock, stockLevel } from '#web/ui/stock.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'

/** One cell of the grid. Its name and its button are the links, not the whole card. */
export function ToolCard({ tool, currency }: { tool: CardTool; currency: string }) {
  const page = `/tool/${tool._id}`
  const { available_quantity: available, minimum_order_quantity: minimum } = tool
  const least = leastOf(tool)
  const cheapest = tool.price_breaks.findLast(({ from }) => from <= available)
  return (
    <article className="tool-card">
      <ProductPicture src={tool.img} alt="" />
      <h3 className="mt-5.5" lang={langOf(tool.name)}>
        <Link to={page} className="hover:underline">
          <Unbroken>{tool.name}</Unbroken>
        </Link>
      </h3>
      <p className="label mt-1.5 min-h-4 text-ink-2">{tool.part_number}</p>
      <p className="tool-description" lang={langOf(tool.description)}>
        <Unbroken>{tool.description}</Unbroken>
      </p>
      <div className="tool-plate">
        <Stat label="Minimum order">
          <p className="font-[540]">{formatCount(minimum)} pcs</p>
        </Stat>
        <Stat label="Available">
          <Stock available={available} minimum={least} />
        </Stat>
      </div>
      <div className="mt-4.5 flex flex-wrap items-center justify-between gap-3">
        <div>
          <Price amount={tool.price} currency={currency} />
          <p className="label mt-1 min-h-4 text-ink-2">
            {cheapest && `${formatMoney(cheapest.price, currency)} from ${formatCount(cheapest.from)} pcs`}
          </p>
        </div>
        {stockLevel(available, least) === 'none' ? (
          <Button disabled>Out of stock</Button>
        ) : (
          <div className="tool-buttons">
            <AddToOrder tool={tool} currency={currency} />
            <ButtonLink to={page} aria-label={`Purchase ${tool.name}`}>
              Purchase
            </ButtonLink>
          </div>
        )}
      </div>
    </article>
  )
}
