/** The possible ratings. */
export const steps = [1, 2, 3, 4, 5] as const

/** A rating out of 5 as five bars and in figures. */
export function RatingMeter({ rating }: { rating: number }) {
  return (
    <span className="rating" role="img" aria-label={`${rating} of 5`}>
      <svg width="112" height="9" viewBox="0 0 112 9" aria-hidden="true">
        {steps.map((step) => (
          <rect key={step} className={step <= rating ? 'on' : 'off'} x={(step - 1) * 23} width="20" height="9" rx="1" />
        ))}
      </svg>
      <span className="label text-ink-2" aria-hidden="true">
        {rating} / 5
      </span>
    </span>
  )
}
