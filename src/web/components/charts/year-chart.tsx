import type { ReactNode } from 'react'
import type { Statistic, YearFigure } from '#content/statistics.ts'
import { formatCount } from '#web/ui/format.ts'
import { strokes } from '#web/ui/strokes.ts'
import { type ChartScale, scaleFor } from './chart-scale.ts'

/*
 * Time is to scale: a year is twelve months wide, with a tick each quarter. Inner boxes stretch to the page width and use
 * months as units; points and texts are placed in percent, so that they keep their shape.
 */
const monthsOfYear = 12
const plot = { top: 30, height: 200 }
const ground = plot.top + plot.height
const height = ground + 34

type YearChartProps = {
  /** What is counted, for screen readers. */
  label: string
  statistic: Statistic
  /** The year that is not over, and how many of its months are counted. */
  partial: { year: number; months: number }
}

/** The figures of a statistic by year; the lime mark shows which one the headline uses. */
export function YearChart({ label, statistic: { kind, unit, series }, partial }: YearChartProps) {
  const scale = scaleFor(Math.max(...series.map(({ value }) => value)))
  const months = series.length * monthsOfYear
  const figures = series.map((figure, index) => placed(figure, { index, months, scale, partial }))
  const headline = kind === 'running' ? figures.at(-1) : figures.findLast(({ whole }) => whole)
  return (
    <svg
      className="measure chart"
      height={height}
      role="img"
      aria-label={`${label}, ${unit} by year: the table has the figures.`}
    >
      <Stretched months={months}>
        {kind === 'running' ? <Totals figures={figures} /> : <Levels figures={figures} />}
        <path className="minor" d={strokes(months, 3, plot.height, 5)} />
        <path d={`M0 ${plot.height}H${months}${strokes(months, monthsOfYear, plot.height, 10)}`} />
      </Stretched>
      <Scale scale={scale} />
      {figures.map((figure) => (
        <FigureText key={figure.year} figure={figure} kind={kind} marked={figure === headline} />
      ))}
    </svg>
  )
}

/** A figure in its place: months from the left, units from the top of the plot, percent of the width. */
type Placed = {
  year: number
  value: number
  whole: boolean
  from: number
  to: number
  y: number
  endAt: string
  middleAt: string
}

type Frame = { index: number; months: number; scale: ChartScale; partial: YearChartProps['partial'] }

function placed({ year, value }: YearFigure, { index, months, scale, partial }: Frame): Placed {
  const whole = year !== partial.year
  const from = index * monthsOfYear
  const to = from + (whole ? monthsOfYear : partial.months)
  const y = Math.round((1 - value / scale.top) * plot.height * 10) / 10
  const percent = (month: number) => `${Math.round((month / months) * 10_000) / 100}%`
  return { year, value, whole, from, to, y, endAt: percent(to), middleAt: percent((from + to) / 2) }
}

function Stretched({ months, children }: { months: number; children: ReactNode }) {
  return (
    <svg
      y={plot.top}
      width="100%"
      height={plot.height + 10}
      viewBox={`0 0 ${months} ${plot.height + 10}`}
      preserveAspectRatio="none"
      overflow="visible"
    >
      {children}
    </svg>
  )
}

const gap = 0.4

/** What each year added: a level line over its months, dashed while the year is not over. */
function Levels({ figures }: { figures: readonly Placed[] }) {
  return figures.map(({ year, whole, from, to, y }) => (
    <g key={year}>
      <rect className="area" x={from + gap} y={y} width={to - from - 2 * gap} height={plot.height - y} />
      <path className={whole ? 'cap' : 'cap partial'} d={`M${from + gap} ${y}H${to - gap}`} />
    </g>
  ))
}

/** Totals at the end of each year: a post from the ground line, joined to the next by a line. */
function Totals({ figures }: { figures: readonly Placed[] }) {
  return (
    <>
      <path className="post" d={figures.map(({ to, y }) => `M${to} ${y}V${plot.height}`).join('')} />
      <path d={figures.map(({ to, y }, index) => `${index === 0 ? 'M' : 'L'}${to} ${y}`).join('')} />
    </>
  )
}

/** The upright ruler at the left: ten minor ticks to each major one. */
function Scale({ scale: { top, major } }: { scale: ChartScale }) {
  const majors = Math.round(top / major)
  const rungs = (count: number, length: number) =>
    Array.from({ length: count + 1 }, (_, i) => `M0 ${ground - (i / count) * plot.height}h${length}`).join('')
  return (
    <>
      <path className="minor" d={rungs(majors * 10, 5)} />
      <path d={`M0 ${plot.top}V${ground}${rungs(majors, 10)}`} />
      {Array.from({ length: majors }, (_, i) => (
        <text key={i} className="scale" x={16} y={ground - ((i + 1) / majors) * plot.height + 4}>
          {formatCount((i + 1) * major)}
        </text>
      ))}
    </>
  )
}

/** The year under the ground line, the value above its figure, and the point of a total. */
function FigureText({ figure, kind, marked }: { figure: Placed; kind: Statistic['kind']; marked: boolean }) {
  const { year, value, whole, y, endAt, middleAt } = figure
  const top = plot.top + y
  const running = kind === 'running'
  return (
    <>
      <text className="scale" x={middleAt} y={ground + 29} textAnchor="middle">
        {year}
        {!whole && '*'}
      </text>
      <text x={running ? endAt : middleAt} y={top - 14} dx={running ? 5 : 0} textAnchor={running ? 'end' : 'middle'}>
        {formatCount(value)}
      </text>
      {running && !marked && (
        <rect className="point" x={endAt} y={top - 4} width={8} height={8} transform="translate(-4)" />
      )}
      {marked && (
        <rect
          className="mark"
          x={running ? endAt : middleAt}
          y={top - 8}
          width={10}
          height={16}
          transform="translate(-5)"
        />
      )}
    </>
  )
}
