import { Check } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { home } from '#content/home.ts'
import type { Review, ReviewSummary } from '#features/reviews/schema.ts'
import { langOf } from '#shared/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink, TextLink } from '#web/ui/button.tsx'
import { counted, formatCount } from '#web/ui/format.ts'
import { RatingMeter } from '#web/ui/rating.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { Spoken } from '#web/ui/spoken.tsx'
import { EmptyState } from '#web/ui/state-blocks.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'

type ReviewsProps = {
  /** The reviews to show, newest first. */
  reviews: readonly Review[]
  /** The summary of all reviews. */
  summary: ReviewSummary
}

/** The newest reviews beside the average and the distribution of all of them. */
export function ReviewSection({ reviews, summary }: ReviewsProps) {
  return (
    <section className="section">
      <div className="page">
        <SectionHeading title={home.reviews.title} link={<TextLink to="/review">All reviews</TextLink>} />
        <ReviewBoard reviews={reviews} summary={summary} />
      </div>
    </section>
  )
}

/** Reviews beside the mean and the distribution. */
export function ReviewBoard({ reviews, summary: { mean, counts }, Action }: ReviewsProps & CellsProps) {
  if (mean === undefined) return <NoReviews />
  return (
    <div className="reviews">
      <Distribution mean={mean} counts={counts} />
      <ReviewCells reviews={reviews} Action={Action} />
    </div>
  )
}

function NoReviews() {
  return (
    <div className="inset pt-11">
      <EmptyState
        title="No reviews yet"
        action={
          <ButtonLink to="/dashboard/addreview" variant="outline">
            Add a Review
          </ButtonLink>
        }
      >
        What buyers write about their orders appears here. Anyone with an account can write the first review.
      </EmptyState>
    </div>
  )
}

function Distribution({ mean, counts }: { mean: number; counts: ReviewSummary['counts'] }) {
  const most = Math.max(...counts.map(({ count }) => count))
  return (
    <div className="inset distribution">
      <div>
        <p className="display text-[clamp(4.75rem,6vw,5.375rem)] leading-none">
          {mean.toFixed(1)}
          <span className="text-[0.42em] text-ink-2"> / 5</span>
        </p>
        <p className="w-fit bg-paper pt-3 text-small text-ink-2">{home.reviews.note}</p>
      </div>
      <ul className="grid grid-cols-1 content-start gap-2 lg:mt-7">
        {counts.map(({ rating, count }) => (
          <DistributionRow key={rating} rating={rating} count={count} most={most} />
        ))}
      </ul>
    </div>
  )
}

/** The bars share one scale: the longest is the most frequent rating. */
function DistributionRow({ rating, count, most }: { rating: number; count: number; most: number }) {
  return (
    <li className="label flex items-center gap-4 text-ink-2">
      <span className="sr-only">{`${counted(count, 'review')} gave ${rating} of 5`}</span>
      <span aria-hidden="true">{rating}</span>
      <svg className="rating h-2 min-w-0 flex-1" aria-hidden="true">
        <rect className="off" width="100%" height="8" />
        <rect className="on" width={`${Math.round((count / most) * 1000) / 10}%`} height="8" />
      </svg>
      <span className="w-10 text-right" aria-hidden="true">
        {formatCount(count)}
      </span>
    </li>
  )
}

type CellsProps = {
  reviews: readonly Review[]
  /** What the user may do with a review. */
  Action?: ComponentType<{ review: Review }> | undefined
}

/** Reviews as cells: 1, 2 or 3 columns by the width of the screen. */
export function ReviewCells({ reviews, Action }: CellsProps) {
  return (
    <div className="review-cells cells">
      {reviews.map((review) => (
        <ReviewCell key={review._id} review={review}>
          {Action && <Action review={review} />}
        </ReviewCell>
      ))}
    </div>
  )
}

function ReviewCell({ review, children }: { review: Review; children: ReactNode }) {
  const { rating, description, name, verifiedBuyer, toolId, productName } = review
  return (
    <article className="review">
      <RatingMeter rating={rating} />
      <p className="mt-4 mb-5 wrap-anywhere" lang={langOf(description)}>
        <Unbroken>{description}</Unbroken>
      </p>
      {toolId !== null && (
        <p className="mb-3 text-small text-ink-2">
          About{' '}
          <Link to={`/tool/${toolId}`} className="text-link" lang={langOf(productName ?? '')}>
            {productName}
          </Link>
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-[560]">
          <Spoken>{name}</Spoken>
        </p>
        {verifiedBuyer && (
          <Badge tone="ok" icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
            Verified buyer
          </Badge>
        )}
        {children}
      </div>
    </article>
  )
}
