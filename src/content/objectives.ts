import type { goals } from './goals.ts'

type GoalTitle = (typeof goals)[number]['title']

export type Objective = {
  /** Why the goal matters to a buyer. */
  why: string
  /** How the figure is determined, so that it can be checked. */
  measure: string
  /** What is being done, in chronological order. */
  steps: readonly string[]
  /** The target is to be met by the end of this year. */
  due: number
}

/** The longer text behind each goal of the home page, by goal title, for /objectives. Sample content. */
export const objectives: Record<GoalTitle, Objective> = {
  'Waste less power': {
    why: 'The buyer pays twice for what a supply wastes: once as electricity, and again as heat that a fan has to remove. Going from 90.6 % to 92 % cuts that waste by about a sixth at the same output.',
    measure:
      'The average of every supply we list. Each is measured at half load, 230 V and 25 °C, on a bench with a calibrated power meter at both ends. A product page shows that product’s own figure.',
    steps: [
      'Replace the output diodes with synchronous rectifiers in the two smallest ATX supplies and in the SX-450.',
      'Wind the main transformer with litz wire on the second line, as the first line already does.',
      'List no new supply below 92 %.',
    ],
    due: 2027,
  },
  'Ship what we list': {
    why: 'A builder plans a week around a delivery. Stock that is listed but not on the shelf costs more than stock that is not listed.',
    measure:
      'The share of paid orders that the carrier scans in Dhaka within 48 hours of payment, over the last twelve months. Weekends and holidays count.',
    steps: [
      'Count one aisle a day instead of the whole store once a quarter.',
      'Pack on Saturdays, so that an order paid on Thursday evening does not wait.',
      'Call the buyer with a new date as soon as an order is going to be late.',
    ],
    due: 2027,
  },
  'Fail less': {
    why: 'A failed part is cheap to replace and expensive to find. The technician, the trip and the waiting customer cost the buyer many times the price of a fan.',
    measure:
      'Units returned with a confirmed fault within a year of delivery, for every 1,000 delivered. Parts damaged in transit count; wrong orders do not.',
    steps: [
      'Open every returned unit, and record the part that failed and the batch it came from.',
      'Run each supply at full load for an hour before boxing it, on both lines.',
      'Drop a capacitor or bearing supplier after two bad batches in a year.',
    ],
    due: 2028,
  },
  'Train here': {
    why: 'A test is only as good as the person reading the meter. Technicians who can repair a bench as well as use it find faults that no script looks for.',
    measure:
      'Technicians working in Dhaka who have passed our bench exam, in theory and in practice, in the last two years.',
    steps: [
      'Teach two groups of seven a year, during working hours and on full pay.',
      'Have every technician retake the exam every two years.',
      'Keep a bench with known faults for practice, and add one new fault a month.',
    ],
    due: 2027,
  },
}
