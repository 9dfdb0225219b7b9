import { categoryNames, type Tool, type ToolQuery } from '#features/catalogue/schema.ts'
import { Pager } from '#web/components/admin/pager.tsx'
import { SortHeader } from '#web/components/admin/sort-header.tsx'
import { StockLevel } from '#web/components/admin/stock-level.tsx'
import { ToolCard } from '#web/components/tool-card.tsx'
import { CategorySwitch } from '#web/components/tools/category-switch.tsx'
import { ProductCell, Table } from '#web/ui/table.tsx'

const sample: Tool = {
  _id: '019ab7a4-6c00-7000-8000-000000000001',
  name: 'WX-850 Modular ATX',
  img: '/products/wx850-640.webp',
  description: 'Fully modular 850 W supply with a 135 mm fan and a native 12V-2x6 lead.',
  minimum_order_quantity: 20,
  order_increment: 1,
  price_breaks: [],
  available_quantity: 1240,
  price: 84.5,
  category: 'power-supplies',
  part_number: 'WW-PS-850M',
  specification: { rows: [] },
  version: 1,
  createdAt: '2026-11-21T10:00:00.000Z',
}
const inStock = [1240, 62, 0]

/** The parts of lists: the category switch, the table with its heads and stock bars, the pager. */
export function Lists() {
  return (
    <div className="grid gap-10">
      <div className="min-w-0">
        <CategorySwitch shown={{ category: 'cooling' }} counts={{ 'power-supplies': 10, cooling: 9, cases: 0 }} />
      </div>
      <div>
        <SortedTable shown={{ sort: 'available' }} />
        <Pager page={{ items: inStock, total: 33, nextCursor: 'next' }} shown={{ cursor: 'this' }} what="product" />
      </div>
    </div>
  )
}

/** One head can sort, one cannot, and the last one does. */
function SortedTable({ shown }: { shown: ToolQuery }) {
  return (
    <Table caption="One product, three stocks">
      <thead>
        <tr>
          <SortHeader up="name" down="-name" shown={shown}>
            Product
          </SortHeader>
          <th scope="col">Category</th>
          <SortHeader up="available" down="-available" shown={shown} className="number">
            Available
          </SortHeader>
        </tr>
      </thead>
      <tbody>
        {inStock.map((available) => (
          <tr key={available}>
            <td>
              <ProductCell name={sample.name} img={sample.img} partNumber={sample.part_number} />
            </td>
            <td>{categoryNames[sample.category]}</td>
            <td className="number">
              <StockLevel available={available} minimum={sample.minimum_order_quantity} most={1240} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The cards of tools that are in stock, running low and sold out. */
export function Cards() {
  return (
    <div className="tool-grid cells">
      {inStock.map((available) => (
        <ToolCard key={available} tool={{ ...sample, available_quantity: available }} currency="usd" />
      ))}
    </div>
  )
}
