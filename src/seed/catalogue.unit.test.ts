import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { goals } from '#content/goals.ts'
import { categories, NewTool } from '#features/catalogue/schema.ts'
import { NewReview } from '#features/reviews/schema.ts'
import { openSettings } from '../config/testing.ts'
import { sampleCatalogue } from './catalogue.ts'
import { adapters } from './catalogue/adapters.ts'
import { cases } from './catalogue/cases.ts'
import { cooling } from './catalogue/cooling.ts'
import { powerSupplies } from './catalogue/power-supplies.ts'
import { sampleReviews } from './reviews.ts'

const row = (tool: Pick<NewTool, 'specification'>, label: string) =>
  tool.specification.rows.find((each) => each.label === label)?.value ?? ''
const figure = (text: string) => Number(/[\d.]+/.exec(text)?.[0])

/** Half a unit in the last printed decimal. Currents count as printed to at least a tenth. */
const rounding = (text: string, leastDecimals: number) =>
  0.5 / 10 ** Math.max(leastDecimals, /\.(\d+)/.exec(text)?.[1]?.length ?? 0)

/** How far the printed watts may be from volts times amperes, both having been rounded for print. */
const tolerance = (volts: number, amperes: string, watts: string) =>
  volts * rounding(amperes, 1) + rounding(watts, 0) + 1e-9

const withRails = sampleCatalogue.flatMap((tool) => {
  const { rails } = tool.specification
  return rails ? [{ name: tool.name, tool, rails }] : []
})

describe('the sample catalogue', () => {
  test.each(sampleCatalogue)('$name is accepted by POST /tool', (tool) => {
    expect(NewTool.parse(tool)).toEqual(tool)
  })

  test('holds every sample once, at least 24 in all four categories', () => {
    const written = [powerSupplies, adapters, cases, cooling].flatMap((each) =>
      z.array(NewTool).parse(Object.values(each)),
    )
    expect(new Set(sampleCatalogue)).toEqual(new Set(written))
    expect(sampleCatalogue).toHaveLength(written.length)
    expect(sampleCatalogue.length).toBeGreaterThanOrEqual(24)
    expect(new Set(sampleCatalogue.map((tool) => tool.category))).toEqual(new Set(categories))
  })

  test('uses no name and no part number twice', () => {
    expect(new Set(sampleCatalogue.map((tool) => tool.name)).size).toBe(sampleCatalogue.length)
    expect(new Set(sampleCatalogue.map((tool) => tool.part_number)).size).toBe(sampleCatalogue.length)
  })

  test.each(sampleCatalogue)('$name has a part number of its category', ({ category, part_number }) => {
    const groups = { 'power-supplies': 'PS', adapters: 'AD', cases: 'CS', cooling: '(FN|CL)' }
    expect(part_number).toMatch(new RegExp(`^WW-${groups[category]}-\\d{3,4}[A-Z]$`))
  })

  test('includes plenty of stock, little and none', () => {
    const stock = (is: (tool: NewTool) => boolean) => sampleCatalogue.filter(is).length
    expect(stock((tool) => tool.available_quantity === 0)).toBe(2)
    expect(
      stock((tool) => tool.available_quantity > 0 && tool.available_quantity < 5 * tool.minimum_order_quantity),
    ).toBe(6)
    expect(stock((tool) => tool.available_quantity > 50 * tool.minimum_order_quantity)).toBeGreaterThan(5)
  })

  test('includes products in whole cartons, and price breaks at quantities that can be ordered', () => {
    const settings = openSettings()
    const { heldShare } = settings.read().orderLimits
    settings.remove()
    const inCartons = sampleCatalogue.filter((tool) => tool.order_increment > 1)
    expect(inCartons.length).toBeGreaterThan(2)
    for (const { name, order_increment: carton, ...tool } of sampleCatalogue) {
      expect(tool.minimum_order_quantity % carton, name).toBe(0)
      for (const { from } of tool.price_breaks) {
        expect(from % carton, name).toBe(0)
        // A price break above what one account may hold unpaid is out of reach for card buyers.
        expect(from, name).toBeLessThanOrEqual(heldShare * tool.available_quantity)
      }
    }
  })

  test('starts with the products of the home page', () => {
    expect(sampleCatalogue.slice(0, 9).map((tool) => tool.part_number)).toEqual([
      'WW-PS-850M',
      'WW-FN-120L',
      'WW-CS-005G',
      'WW-AD-065G',
      'WW-CL-006T',
      'WW-PS-600S',
      'WW-AD-090L',
      'WW-FN-140S',
      'WW-CS-002C',
    ])
  })
})

describe('the figures of the sample catalogue', () => {
  test.each(withRails)(
    '$name: watts of each rail are volts times amperes, within the rated output',
    ({ tool, rails }) => {
      const rated = figure(row(tool, 'Output'))
      expect(rated).toBeGreaterThan(0)
      for (const { rail, current, power } of rails) {
        expect(figure(power)).toBeLessThanOrEqual(rated)
        if (power.endsWith('together')) continue
        const difference = Math.abs(figure(power) - figure(rail) * figure(current))
        expect(difference, rail).toBeLessThanOrEqual(tolerance(figure(rail), current, power))
      }
      expect(Math.max(...rails.map(({ power }) => figure(power)))).toBe(rated)
    },
  )

  test.each(withRails)('$name: a shared limit lies between its largest rail alone and their sum', ({ rails }) => {
    const shared = rails.filter(({ power }) => power.endsWith('together'))
    const alone = shared.map(({ rail, current }) => figure(rail) * figure(current))
    for (const { power } of shared) {
      expect(figure(power)).toBeGreaterThanOrEqual(Math.max(...alone))
      expect(figure(power)).toBeLessThanOrEqual(alone.reduce((sum, watts) => sum + watts, 0))
    }
  })

  test.each(sampleCatalogue.filter((tool) => row(tool, 'Power')))('$name draws volts times amperes', (tool) => {
    const [volts = '', amperes = '', watts = ''] = row(tool, 'Power').split(', ')
    const difference = Math.abs(figure(watts) - figure(volts) * figure(amperes))
    expect(difference).toBeLessThanOrEqual(figure(volts) * rounding(amperes, 2) + rounding(watts, 1))
  })

  test.each(Object.values(cases))('$name has the volume that its size gives', (tool) => {
    const [width = 0, height = 0, depth = 0] = row(tool, 'Size').split(' × ').map(figure)
    expect(figure(row(tool, 'Volume'))).toBeCloseTo((width * height * depth) / 1e6, 1)
  })
})

test('the mean efficiency of the supplies matches the goal’s figure for today', () => {
  const efficiencies = Object.values(powerSupplies).map((tool) => figure(row(tool, 'Efficiency')))
  const mean = efficiencies.reduce((sum, each) => sum + each, 0) / efficiencies.length
  expect(mean).toBeCloseTo(goals.find(({ title }) => title === 'Waste less power')?.today ?? 0, 6)
})

describe('the sample reviews', () => {
  test.each(sampleReviews)('$name is accepted by POST /addreview', (review) => {
    expect(NewReview.parse(review)).toEqual(review)
  })

  test('are at least 12 and not all praise', () => {
    expect(sampleReviews.length).toBeGreaterThanOrEqual(12)
    const mean = sampleReviews.reduce((sum, review) => sum + review.rating, 0) / sampleReviews.length
    expect(mean).toBeGreaterThan(4)
    expect(mean).toBeLessThan(4.8)
  })
})
