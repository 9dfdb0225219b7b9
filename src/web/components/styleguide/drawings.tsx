import { pictures } from '#content/pictures.ts'
import { partialMonths, partialYear, statistics } from '#content/statistics.ts'
import { YearChart } from '#web/components/charts/year-chart.tsx'
import { DimensionedPicture } from '#web/components/dimensioned-picture.tsx'

const partial = { year: partialYear, months: partialMonths }

/** A product to scale, and a chart of each kind. */
export function Drawings() {
  return (
    <div className="grid gap-12">
      <DimensionedPicture
        className="max-w-[640px]"
        src="/products/wx850-640.webp"
        alt="A power supply"
        scale={pictures['wx850']}
      />
      <YearChart label="Customers Served" statistic={statistics['Customers Served']} partial={partial} />
      <YearChart label="Annual Revenue" statistic={statistics['Annual Revenue']} partial={partial} />
    </div>
  )
}
