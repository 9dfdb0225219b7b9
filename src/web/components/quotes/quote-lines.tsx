import type { Quote } from '#features/quotes/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { useSettings } from '#web/lib/settings.ts'
import { formatCount } from '#web/ui/format.ts'
import { Table } from '#web/ui/table.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'

/** The lines of an offer, with their prices and the total. */
export function OfferedLines({ offer, currency }: { offer: NonNullable<Quote['offer']>; currency: string }) {
  const money = (amount: number) => formatMoney(amount, currency)
  const tax = useSettings()?.tax
  return (
    <div className="admin-table">
      <Table caption="What we offer">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="wide number">
              Each
            </th>
            <th scope="col" className="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {offer.lines.map(({ toolId, productName, partNumber, quantity, unitPrice, total }) => (
            <tr key={toolId} className="align-top">
              <td className="wrap-anywhere">
                <ProductName name={productName} partNumber={partNumber} />
                <span className="narrow pt-1 text-small text-ink-2">{money(unitPrice)} each</span>
              </td>
              <td className="number">{formatCount(quantity)}</td>
              <td className="wide number whitespace-nowrap">{money(unitPrice)}</td>
              <td className="number font-[540] whitespace-nowrap">{money(total)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="flex flex-wrap items-end justify-between gap-4 pt-6">
        <span className="pb-1 text-ink-2">{tax?.prices === 'exclusive' ? `Total without ${tax.name}` : 'Total'}</span>
        <span className="display text-total">{money(offer.total)}</span>
      </p>
    </div>
  )
}

/** What was asked for: products from the shop, or a description in the buyer's own words. */
export function AskedLines({ quote }: { quote: Quote }) {
  const { lines, productName, quantity, price, currency } = quote
  const rows = lines.length > 0 ? lines : [{ toolId: '', productName, partNumber: '', quantity }]
  return (
    <div className="admin-table">
      <Table caption="What was requested">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="number">
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <tr key={line.toolId}>
              <td className="wrap-anywhere">
                <ProductName name={line.productName} partNumber={line.partNumber} />
                {price !== null && (
                  <span className="block pt-1 text-small text-ink-2">at {formatMoney(price, currency)} each</span>
                )}
              </td>
              <td className="number">{formatCount(line.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function ProductName({ name, partNumber }: { name: string; partNumber: string }) {
  return (
    <>
      <span className="display block text-name" lang={langOf(name)}>
        <Unbroken>{name}</Unbroken>
      </span>
      {partNumber && <span className="label block pt-1 text-ink-3">{partNumber}</span>}
    </>
  )
}
