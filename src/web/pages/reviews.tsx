import { lazy, Suspense } from 'react'
import { home } from '#content/home.ts'
import type { Review } from '#features/reviews/schema.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { ReviewBoard } from '#web/components/review-section.tsx'
import { pageServices } from '#web/lib/page-context.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { organisationData } from '#web/lib/structured-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/reviews'

// Loaded only by staff.
const HideReview = lazy(() => import('#web/components/admin/hide-review.tsx'))

/** In its own Suspense, so that the reviews stay visible while it loads. */
function StaffAction({ review }: { review: Review }) {
  return (
    <Suspense>
      <HideReview review={review} />
    </Suspense>
  )
}

const lead = 'Every review left in this shop, newest first, the bad with the good.'

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, reviews: readReviews, reviewSummary } = pageServices(context)
  const [reviews, summary] = await Promise.all([readReviews(), reviewSummary()])
  return { reviews, summary, publicUrl: settings.publicUrl }
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta('Reviews', lead),
  ...(loaderData
    ? organisationData(loaderData.publicUrl, { count: loaderData.reviews.length, mean: loaderData.summary.mean })
    : []),
]

export default function ReviewsPage({ loaderData: { reviews, summary } }: Route.ComponentProps) {
  const isStaff = useSession()?.role === 'admin'
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title={home.reviews.title} action={reviews.length > 0 && <AddReview />}>
        {lead}
      </PageHeading>
      <div className="page">
        <ReviewBoard reviews={reviews} summary={summary} Action={isStaff ? StaffAction : undefined} />
      </div>
    </div>
  )
}

function AddReview() {
  return (
    <ButtonLink to="/dashboard/addreview" variant="outline">
      Add a Review
    </ButtonLink>
  )
}
