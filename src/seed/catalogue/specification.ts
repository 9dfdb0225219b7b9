import type { Specification } from '#features/catalogue/schema.ts'

type Rail = NonNullable<Specification['rails']>[number]

/** A specification from `{ label: value }`, in the order written, with a DC output table if given. */
export function specify(rows: Record<string, string>, rails?: Rail[]): Specification {
  return { rows: Object.entries(rows).map(([label, value]) => ({ label, value })), ...(rails && { rails }) }
}

/** One output: its name on the label, and its limits in amperes and watts. */
export function rail(name: string, amperes: number, watts: number): Rail {
  return { rail: name, current: `${amperes} A`, power: `${watts} W` }
}

type Limits = {
  /** Ampere and watt of +12 V. */
  twelve: number
  watts: number
  /** Ampere of +5 V and of +3.3 V, each alone, and watt of the two together. */
  minor: number
  minorWatts: number
  /** Ampere of 5 VSB. */
  standby: number
}

/**
 * The DC output table of an ATX or SFX supply. The two minor rails share one limit: they are adjacent and have the same
 * text, which ends in "together", so that a table can join the two cells.
 */
export function dcOutput(limits: Limits): Rail[] {
  const shared = { current: `${limits.minor} A`, power: `${limits.minorWatts} W together` }
  return [
    rail('+12 V', limits.twelve, limits.watts),
    { rail: '+5 V', ...shared },
    { rail: '+3.3 V', ...shared },
    rail('−12 V', 0.3, 3.6),
    rail('5 VSB', limits.standby, limits.standby * 5),
  ]
}
