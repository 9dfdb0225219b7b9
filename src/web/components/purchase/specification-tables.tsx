import type { Specification } from '#features/catalogue/schema.ts'
import { langOf } from '#shared/language.ts'
import { Unbroken } from '#web/ui/unbroken.tsx'

type Rail = NonNullable<Specification['rails']>[number]

/** Whether the tables have anything to show. */
export const isSpecified = ({ rails = [], rows }: Specification): boolean => rails.length > 0 || rows.length > 0

/** The product's data: the DC output table as on its rating label, where it has one, then label and value. */
export function SpecificationTables({ specification }: { specification: Specification }) {
  const { rails = [], rows } = specification
  return (
    <div className="grid gap-11">
      {rails.length > 0 && <RailTable rails={rails} />}
      <dl hidden={rows.length === 0}>
        {rows.map(({ label, value }) => (
          <div
            key={label}
            className="grid grid-cols-[112px_1fr] gap-4 border-b border-line py-3 sm:grid-cols-[200px_1fr]"
          >
            <dt className="text-ink-2" lang={langOf(label)}>
              <Unbroken>{label}</Unbroken>
            </dt>
            <dd className="font-[540]" lang={langOf(value)}>
              <Unbroken>{value}</Unbroken>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const cell =
  'border-line px-4 py-3 text-left whitespace-nowrap [&:not(:last-child)]:border-r [tr:not(:last-child)>&,thead_&]:border-b'

function RailTable({ rails }: { rails: readonly Rail[] }) {
  return (
    <div className="scroll-hint border border-edge" tabIndex={0} role="region" aria-label="DC output">
      <table className="w-full text-control">
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className={`${cell} font-[400]`}>
              DC output
            </th>
            {rails.map(({ rail }) => (
              <th key={rail} scope="col" className={`${cell} font-[400]`} lang={langOf(rail)}>
                {rail}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <RowHead>Max current</RowHead>
            {rails.map(({ rail, current }) => (
              <td key={rail} className={`${cell} font-[560]`} lang={langOf(current)}>
                {current}
              </td>
            ))}
          </tr>
          <tr>
            <RowHead>Max power</RowHead>
            {joinShared(rails).map(({ rail, power, span }) => (
              <td key={rail} colSpan={span} className={`${cell} font-[560]`} lang={langOf(power)}>
                {power}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function RowHead({ children }: { children: string }) {
  return (
    <th scope="row" className={`${cell} font-[400] text-ink-2`}>
      {children}
    </th>
  )
}

/** Neighbouring rails that share one limit get one cell, as on the label. */
function joinShared(rails: readonly Rail[]): (Rail & { span: number })[] {
  const joined: (Rail & { span: number })[] = []
  for (const rail of rails) {
    const last = joined.at(-1)
    if (last?.power === rail.power && rail.power.endsWith('together')) last.span += 1
    else joined.push({ ...rail, span: 1 })
  }
  return joined
}
