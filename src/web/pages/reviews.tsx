import { home } from '#content/home.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { ReviewBoard } from '#web/components/review-section.tsx'
import { summarise } from '#web/components/review-summary.ts'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/reviews'

const lead = 'Every review left on this site, newest first, the poor ones with the good.'

export const meta = () => pageMeta('Reviews', lead)

export async function loader({ context }: Route.LoaderArgs) {
  const reviews = await pageServices(context).reviews()
  return { reviews, summary: summarise(reviews) }
}

export default function ReviewsPage({ loaderData: { reviews, summary } }: Route.ComponentProps) {
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title={home.reviews.title} action={reviews.length > 0 && <AddReview />}>
        {lead}
      </PageHeading>
      <div className="page">
        <ReviewBoard reviews={reviews} summary={summary} />
      </div>
    </div>
  )
}

function AddReview() {
  return (
    <ButtonLink to="/dashboard/addreview" look="outline">
      Add a Review
    </ButtonLink>
  )
}
