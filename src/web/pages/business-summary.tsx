import { site } from '#content/site.ts'
import { partialMonths, partialYear, statistics, statisticsNote } from '#content/statistics.ts'
import { categories, categoryNames } from '#features/catalogue/schema.ts'
import { scaleFor } from '#web/components/charts/chart-scale.ts'
import { FigureTable } from '#web/components/charts/figure-table.tsx'
import { YearChart } from '#web/components/charts/year-chart.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { StatisticsStrip } from '#web/components/statistics-strip.tsx'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { TextLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { MeasureLine } from '#web/ui/measure-line.tsx'
import { Stat } from '#web/ui/plate.tsx'
import type { Route } from './+types/business-summary'

const lead = 'Four headline figures, the years behind each, and what this shop itself counts today.'

export const meta = () => pageMeta('Business summary', lead)

export async function loader({ context }: Route.LoaderArgs) {
  const { toolCounts, reviewSummary } = pageServices(context)
  const [tools, reviews] = await Promise.all([toolCounts(), reviewSummary()])
  return {
    tools: categories.map((category) => ({ label: categoryNames[category], count: tools[category] ?? 0 })),
    reviews,
  }
}

export default function BusinessSummaryPage({ loaderData: { tools, reviews } }: Route.ComponentProps) {
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title="The business, in figures">{lead}</PageHeading>
      <StatisticsStrip />
      <div className="page">
        <p className="inset pt-10 pb-12 text-small text-ink-2">
          <span className="bg-paper">{statisticsNote}</span>
        </p>
      </div>
      {site.statistics.map(({ label }) => (
        <Years key={label} label={label} />
      ))}
      <SideSection
        title="This shop itself"
        note="Counted from this shop’s own catalogue and reviews. The figures above count the whole business."
      >
        <LiveFigures tools={tools} reviews={reviews} />
      </SideSection>
    </div>
  )
}

function Years({ label }: { label: keyof typeof statistics }) {
  const statistic = statistics[label]
  const { meaning, unit, kind, series } = statistic
  return (
    <SideSection title={label} note={meaning}>
      <p className="label flex flex-wrap justify-between gap-x-6 pb-4 whitespace-normal text-ink-3">
        <span>{kind === 'running' ? `${unit}, total at the end of each year` : `${unit}, in each year`}</span>
        <span>* to 31 October</span>
      </p>
      <YearChart label={label} statistic={statistic} partial={{ year: partialYear, months: partialMonths }} />
      <FigureTable
        caption={`${label} by year`}
        columns={['Year', unit]}
        rows={series.map(({ year, value }) => ({
          label: year === partialYear ? `${year}, to 31 October` : `${year}`,
          figure: formatCount(value),
        }))}
      />
    </SideSection>
  )
}

type LiveFiguresProps = {
  tools: readonly { label: string; count: number }[]
  reviews: { count: number; mean: number | undefined }
}

function LiveFigures({ tools, reviews }: LiveFiguresProps) {
  const listed = tools.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div className="plate grid sm:grid-cols-2">
        <Stat label="Tools in this shop" className="border-line p-5.5 max-sm:border-b sm:border-r">
          <p className="display pt-3 pb-2 text-figure-l">{formatCount(listed)}</p>
          <TextLink to="/tools">See tools and prices</TextLink>
        </Stat>
        <Stat label="Reviews in this shop" className="p-5.5">
          <p className="display pt-3 pb-2 text-figure-l">
            {formatCount(reviews.count)}
            {reviews.mean !== undefined && (
              <span className="unit text-ink-2"> average {reviews.mean.toFixed(1)} of 5</span>
            )}
          </p>
          <TextLink to="/review">All reviews</TextLink>
        </Stat>
      </div>
      {listed > 0 && <ToolsByCategory tools={tools} />}
    </>
  )
}

/** The categories on one scale. */
function ToolsByCategory({ tools }: Pick<LiveFiguresProps, 'tools'>) {
  const { top, major } = scaleFor(Math.max(...tools.map(({ count }) => count)))
  return (
    <div className="mt-10">
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2" aria-label="Tools by category">
        {tools.map(({ label, count }) => (
          <li key={label}>
            <p className="label flex justify-between pb-2">
              <span>
                {label} <span className="sr-only">: </span>
                <span className="pl-3 text-ink">{formatCount(count)}</span>
              </span>
              <span className="text-ink-3">0 to {formatCount(top)}</span>
            </p>
            <MeasureLine from={0} to={top} parts={Math.round(top / major) * 10} majorEvery={10} bar={count} />
          </li>
        ))}
      </ul>
      <FigureTable
        caption="Tools by category"
        columns={['Category', 'tools']}
        rows={tools.map(({ label, count }) => ({ label, figure: formatCount(count) }))}
      />
    </div>
  )
}
