import { strokes } from './strokes.ts'

type MeasureLineProps = {
  from: number
  to: number
  /** The number of parts between minor ticks, and how many of them one major tick spans. */
  parts: number
  majorEvery: number
  /** An ink bar from the start to here. */
  bar?: number
  /** The lime mark; outside the range it stands at the nearer end. */
  mark?: number
  markLabel?: string
  invalid?: boolean
}

/** Where a value stands on the scale, in percent of its width. */
function percent(value: number, from: number, to: number): number {
  if (to <= from || Number.isNaN(value)) return 0
  return Math.round(Math.min(1, Math.max(0, (value - from) / (to - from))) * 10000) / 100
}

/** A ruled scale that shows a real value. Screen readers skip it, so give the value in words beside it. */
export function MeasureLine({ from, to, parts, majorEvery, bar, mark, markLabel, invalid = false }: MeasureLineProps) {
  const at = mark === undefined ? undefined : percent(mark, from, to)
  return (
    <svg className="measure" height={markLabel === undefined ? 20 : 36} aria-hidden="true">
      <svg y={5} width="100%" height={10} viewBox={`0 0 ${parts} 10`} preserveAspectRatio="none" overflow="visible">
        <path className="minor" d={strokes(parts, 1, 0, 5)} />
        <path d={`M0 0H${parts}${strokes(parts, majorEvery, 0, 10)}`} />
      </svg>
      {bar !== undefined && <rect className="bar" width={`${percent(bar, from, to)}%`} y={1} height={5} />}
      {at !== undefined && <Mark at={at} invalid={invalid} label={markLabel} />}
    </svg>
  )
}

function Mark({ at, invalid, label }: { at: number; invalid: boolean; label: string | undefined }) {
  const anchor = at < 5 ? 'start' : at > 93 ? 'end' : 'middle'
  return (
    <>
      <rect
        className={invalid ? 'mark mark-err' : 'mark'}
        x={`${at}%`}
        y={-3}
        width={10}
        height={17}
        transform="translate(-5)"
      />
      {label !== undefined && (
        <text x={`${at}%`} y={34} textAnchor={anchor}>
          {label}
        </text>
      )}
    </>
  )
}
