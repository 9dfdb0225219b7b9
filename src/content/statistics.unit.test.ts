import { expect, test } from 'vitest'
import { site } from './site.ts'
import { partialYear, statistics } from './statistics.ts'

const multiples: Record<string, number> = { '': 1, K: 1_000, M: 1_000_000 }

test.each(site.statistics)('$figure$unit$suffix $label matches its series', ({ figure, unit, label }) => {
  const { kind, unit: seriesUnit, series } = statistics[label]
  const counted = kind === 'running' ? series : series.filter(({ year }) => year < partialYear)
  const latest = (counted.at(-1)?.value ?? 0) * (seriesUnit.startsWith('million') ? 1_000_000 : 1)
  const headline = figure * (multiples[unit] ?? Number.NaN)
  expect(latest).toBeGreaterThanOrEqual(headline)
  expect(latest).toBeLessThan(headline * 1.3)
})

test.each(Object.entries(statistics))('%s has one figure per year since the founding', (_label, { kind, series }) => {
  const years = Array.from({ length: partialYear - site.facts.founded + 1 }, (_, index) => site.facts.founded + index)
  expect(series.map(({ year }) => year)).toEqual(years)
  if (kind === 'running')
    expect(series.map(({ value }) => value)).toEqual(series.map(({ value }) => value).toSorted((a, b) => a - b))
})
