import type { site } from './site.ts'

type Label = (typeof site.statistics)[number]['label']
export type YearFigure = { year: number; value: number }

export type Statistic = {
  /** What the headline figure counts. */
  meaning: string
  unit: string
  /** `running`: the total at the end of each year. `yearly`: what each year added. */
  kind: 'running' | 'yearly'
  series: readonly YearFigure[]
}

/** Shown wherever the series are, because there is no real company behind them. */
export const statisticsNote = 'Sample figures that show how this page works. The last year runs to 31 October 2026.'

/** The year that is not over yet: a chart marks its figure as partial. */
export const partialYear = 2026

/** How many months of that year are counted. */
export const partialMonths = 10

/** The data behind each headline figure of the statistics strip, by label. */
export const statistics: Record<Label, Statistic> = {
  'Customers Served': {
    meaning: 'Businesses that have paid for at least one order, each counted once.',
    unit: 'customers',
    kind: 'running',
    series: [
      { year: 2020, value: 6 },
      { year: 2021, value: 19 },
      { year: 2022, value: 37 },
      { year: 2023, value: 58 },
      { year: 2024, value: 81 },
      { year: 2025, value: 104 },
      { year: 2026, value: 128 },
    ],
  },
  'Annual Revenue': {
    meaning:
      'Invoiced sales excluding tax and returns, in Bangladeshi taka. The headline figure is the last full year.',
    unit: 'million taka',
    kind: 'yearly',
    series: [
      { year: 2020, value: 4.2 },
      { year: 2021, value: 17.8 },
      { year: 2022, value: 38.5 },
      { year: 2023, value: 64.1 },
      { year: 2024, value: 93.7 },
      { year: 2025, value: 121.6 },
      { year: 2026, value: 112.3 },
    ],
  },
  Reviews: {
    meaning: 'Ratings of our products in every shop that sells them. This shop shows only its own.',
    unit: 'reviews',
    kind: 'running',
    series: [
      { year: 2020, value: 310 },
      { year: 2021, value: 2_150 },
      { year: 2022, value: 6_400 },
      { year: 2023, value: 12_900 },
      { year: 2024, value: 21_300 },
      { year: 2025, value: 29_800 },
      { year: 2026, value: 35_600 },
    ],
  },
  Tools: {
    meaning: 'Part numbers in production, including those made for a single customer, which this shop does not list.',
    unit: 'part numbers',
    kind: 'running',
    series: [
      { year: 2020, value: 5 },
      { year: 2021, value: 11 },
      { year: 2022, value: 19 },
      { year: 2023, value: 28 },
      { year: 2024, value: 37 },
      { year: 2025, value: 46 },
      { year: 2026, value: 54 },
    ],
  },
}
