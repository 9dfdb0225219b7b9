import { home } from '#content/home.ts'
import { site } from '#content/site.ts'
import { AboutPlate } from '#web/components/about-plate.tsx'
import { GoalsSection } from '#web/components/goals-section.tsx'
import { Hero } from '#web/components/hero.tsx'
import { ReviewSection } from '#web/components/review-section.tsx'
import { StatisticsStrip } from '#web/components/statistics-strip.tsx'
import { quotePath } from '#web/components/quote/quote-path.ts'
import { ToolGrid } from '#web/components/tool-grid.tsx'
import { cardTool } from '#web/lib/card-tool.ts'
import { ownPicture } from '#web/lib/own-picture.ts'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { organisationData, toolListData } from '#web/lib/structured-data.ts'
import { TextLink } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import type { Route } from './+types/home'

const shownTools = 6
const shownReviews = 6

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, newestTools, toolWithPartNumber, newestReviews, reviewSummary } = pageServices(context)
  const [tools, pictured, reviews, summary] = await Promise.all([
    newestTools(shownTools),
    toolWithPartNumber(home.hero.partNumber),
    newestReviews(shownReviews),
    reviewSummary(),
  ])
  return {
    currency: settings.currency,
    publicUrl: settings.publicUrl,
    tools: tools.map(cardTool),
    pictured: pictured && cardTool(pictured),
    scale: pictured && ownPicture(home.hero.picture, pictured.specification)?.scale,
    reviews,
    summary,
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta(site.tagline, home.hero.lead),
  ...(loaderData ? machineData(loaderData) : []),
]

const machineData = ({ publicUrl, tools, summary }: Route.ComponentProps['loaderData']) => [
  ...organisationData(publicUrl, summary),
  ...toolListData(publicUrl, tools),
]

export default function Home({ loaderData }: Route.ComponentProps) {
  const { currency, tools, pictured, scale, reviews, summary } = loaderData
  return (
    <div className="guides">
      <Hero tool={pictured} scale={scale} currency={currency} />
      <div className="page">
        <div className="ruler text-ink" />
      </div>
      <section id="about" className="section pb-24">
        <div className="page">
          <SectionHeading title={home.about.title}>
            {site.name} {home.about.text}
          </SectionHeading>
          <div className="inset mt-7 sm:mt-12">
            <AboutPlate />
          </div>
        </div>
      </section>
      <section className="pb-20 lg:pb-28">
        <div className="page">
          <SectionHeading title="Tools" link={<TextLink to="/tools">All tools</TextLink>} />
          <div className="mt-8 sm:mt-10">
            {tools.length > 0 ? <ToolGrid tools={tools} currency={currency} /> : <NoTools />}
          </div>
          <p className="inset mt-8">
            <span className="bg-paper">
              {home.tools.quote} <TextLink to={quotePath()}>{home.tools.askForQuote}</TextLink>
            </span>
          </p>
        </div>
      </section>
      <StatisticsStrip more />
      <ReviewSection reviews={reviews} summary={summary} />
      <GoalsSection />
    </div>
  )
}

function NoTools() {
  return (
    <div className="inset">
      <EmptyState title="No tools yet">The first products appear here as soon as they are in the catalogue.</EmptyState>
    </div>
  )
}
