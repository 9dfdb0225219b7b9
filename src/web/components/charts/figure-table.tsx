import { Table } from '#web/ui/table.tsx'

type FigureTableProps = {
  caption: string
  /** The heads of the two columns. */
  columns: readonly [string, string]
  rows: readonly { label: string; figure: string }[]
}

/** The figures behind a chart, folded away: opening it needs no script. */
export function FigureTable({ caption, columns: [labels, figures], rows }: FigureTableProps) {
  return (
    <details className="disclosure mt-5">
      <summary>Figures as a table</summary>
      <Table caption={caption} className="mt-2 max-w-[420px]">
        <thead>
          <tr>
            <th scope="col">{labels}</th>
            <th scope="col" className="number">
              {figures}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, figure }) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="number">{figure}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
