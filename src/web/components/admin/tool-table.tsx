import { Pencil } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { categoryNames, type Tool, type ToolQuery } from '#features/catalogue/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { leastOf } from '#web/lib/offer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Spoken } from '#web/ui/spoken.tsx'
import { ProductCell, Table } from '#web/ui/table.tsx'
import { DeleteTool } from './delete-tool.tsx'
import { SortHeader } from './sort-header.tsx'
import { StockLevel } from './stock-level.tsx'

type ToolTableProps = {
  tools: readonly Tool[]
  shown: ToolQuery
  currency: string
  /** Gets the id of the product whose row is about to disappear. */
  onDeleted: (id: string) => void
}

/** The products with their actions. In narrow layouts: name, available, edit and delete. */
export function ToolTable({ tools, shown, currency, onDeleted }: ToolTableProps) {
  const most = Math.max(0, ...tools.map((tool) => tool.available_quantity))
  return (
    <Table caption="Products">
      <thead>
        <tr>
          <SortHeader up="name" down="-name" shown={shown}>
            Product
          </SortHeader>
          <th scope="col" className="wide">
            Category
          </th>
          <SortHeader up="price" down="-price" shown={shown} className="wide number">
            Price
          </SortHeader>
          <th scope="col" className="wide number">
            Minimum
          </th>
          <SortHeader up="available" down="-available" shown={shown} className="number">
            Available
          </SortHeader>
          <th scope="col">
            <span className="sr-only">Edit and delete</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <ToolRow key={tool._id} tool={tool} most={most} currency={currency} onDeleted={() => onDeleted(tool._id)} />
        ))}
      </tbody>
    </Table>
  )
}

type ToolRowProps = { tool: Tool; most: number; currency: string; onDeleted: () => void }

function ToolRow({ tool, most, currency, onDeleted }: ToolRowProps) {
  const { search } = useLocation()
  const edit = { to: `/managetools/${tool._id}`, state: { from: search } }
  return (
    <tr>
      <td>
        <ProductCell name={tool.name} link={edit} img={tool.img} partNumber={tool.part_number} />
      </td>
      <td className="wide text-ink-2">{categoryNames[tool.category]}</td>
      <td className="wide number font-[540]">{formatMoney(tool.price, currency)}</td>
      <td className="wide number font-[540]">{formatCount(tool.minimum_order_quantity)}</td>
      <td className="number">
        <Link to={`/managetools/${tool._id}/stock`} className="stock-link block">
          <span className="sr-only">
            Stock of <Spoken>{tool.name}</Spoken>:{' '}
          </span>
          <StockLevel available={tool.available_quantity} minimum={leastOf(tool)} most={most} />
        </Link>
      </td>
      <td>
        <div className="row-actions">
          <ButtonLink {...edit} variant="quiet" size="square" aria-label={`Edit ${tool.name}`}>
            <Pencil size={18} strokeWidth={1.75} aria-hidden />
          </ButtonLink>
          <DeleteTool tool={tool} onDeleted={onDeleted} />
        </div>
      </td>
    </tr>
  )
}
