import { strokes } from '#web/ui/strokes.ts'

/*
 * Drawings with true counts, to scale. Each stretches to its cell: an inner box uses the drawing's own units, and strokes stay
 * one pixel wide. The same data stands beside them as figures, so screen readers skip the drawings.
 */

type RulerProps = { units: number; majorEvery: number; y: number; majorHeight: number; minorHeight: number }

/** A ruled line `units` long, with its ticks on top. */
function Ruler({ units, majorEvery, y, majorHeight, minorHeight }: RulerProps) {
  return (
    <svg
      y={y}
      width="100%"
      height={majorHeight}
      viewBox={`0 0 ${units} ${majorHeight}`}
      preserveAspectRatio="none"
      overflow="visible"
    >
      <path className="minor" d={strokes(units, 1, majorHeight - minorHeight, minorHeight)} />
      <path d={`${strokes(units, majorEvery, 0, majorHeight)}M0 ${majorHeight}H${units}`} />
    </svg>
  )
}

/** The years since the founding, one tick a quarter; the mark stands at the founding. */
export function FoundedDrawing({ from, to }: { from: number; to: number }) {
  return (
    <svg className="measure" height={52} aria-hidden="true">
      <Ruler units={(to - from) * 4} majorEvery={4} y={23} majorHeight={28} minorHeight={12} />
      <rect className="mark" x={0.5} y={1} width={10} height={10} />
    </svg>
  )
}

const squaresInRow = 25

/** The floor in equal squares, two rows deep, the first one marked to show the unit. */
export function FloorDrawing({ squares }: { squares: number }) {
  const rows = squares / squaresInRow
  const lines = Array.from({ length: rows + 1 }, (_, row) => `M0 ${row}H${squaresInRow}`).join('')
  return (
    <svg className="measure" viewBox={`0 0 ${squaresInRow} ${rows}`} aria-hidden="true">
      <rect className="unit-square" width="1" height="1" />
      <path d={lines + strokes(squaresInRow, 1, 0, rows)} />
    </svg>
  )
}

const strokesInRow = 50

/** One stroke per person, in rows of fifty. */
export function PeopleDrawing({ strokes: people }: { strokes: number }) {
  const rows = Math.ceil(people / strokesInRow)
  const row = (index: number) => strokes(Math.min(strokesInRow, people - index * strokesInRow) - 1, 1, index * 32, 24)
  return (
    <svg
      className="measure"
      height={rows * 32 - 8}
      viewBox={`0 0 ${strokesInRow - 1} ${rows * 32 - 8}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="person" d={Array.from({ length: rows }, (_, index) => row(index)).join('')} />
    </svg>
  )
}

const unitsOnLine = 9

/** The production lines with the units on them. */
export function LinesDrawing({ lines }: { lines: number }) {
  return (
    <svg className="measure" height={lines * 31 - 15} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <svg
          key={line}
          y={line * 31}
          width="100%"
          height={16}
          viewBox="0 0 100 16"
          preserveAspectRatio="none"
          overflow="visible"
        >
          <path d="M0 .5H100M0 15.5H100" />
          <path className="bar" d={unitsOf(line)} />
        </svg>
      ))}
    </svg>
  )
}

/** The units on a line; every other line is offset by half a step. */
function unitsOf(line: number): string {
  const step = 100 / unitsOnLine
  const start = line % 2 === 0 ? 2.6 : 7.1
  return Array.from({ length: unitsOnLine }, (_, i) => `M${(start + i * step).toFixed(1)} 4h4.6v8h-4.6z`).join('')
}

const longitudes = { from: 88, to: 93, ticksPerDegree: 8 }

/** The factory's longitude on a scale from 88° to 93° east. */
export function LongitudeDrawing({ longitude }: { longitude: number }) {
  const { from, to, ticksPerDegree } = longitudes
  const at = `${Math.round(((longitude - from) / (to - from)) * 10000) / 100}%`
  return (
    <svg className="measure" height={66} aria-hidden="true">
      <Ruler units={(to - from) * ticksPerDegree} majorEvery={ticksPerDegree} y={48} majorHeight={17} minorHeight={8} />
      <svg x={at} overflow="visible">
        <path d="M0 0V65M-20 22H20" />
        <rect className="mark" x={-4} y={18} width={8} height={8} />
      </svg>
    </svg>
  )
}
