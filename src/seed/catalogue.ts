import { z } from 'zod'
import { NewTool } from '#features/catalogue/schema.ts'
import { adapters } from './catalogue/adapters.ts'
import { cases } from './catalogue/cases.ts'
import { cooling } from './catalogue/cooling.ts'
import { powerSupplies } from './catalogue/power-supplies.ts'

/**
 * The products of a demonstration shop, newest first: the first six are on the home page.
 * The part number is the natural key: it never changes, so that loading twice adds nothing.
 */
export const sampleCatalogue: readonly NewTool[] = z
  .array(NewTool)
  .parse([
    powerSupplies.wx850,
    cooling.af120,
    cases.tc5,
    adapters.gn65,
    cooling.ct6,
    powerSupplies.sx600,
    adapters.la90,
    cooling.af140,
    cases.mc2,
    powerSupplies.wx1000,
    cooling.af120r,
    adapters.gn100,
    cases.tc7,
    powerSupplies.wx750,
    cooling.ct4,
    adapters.la65,
    powerSupplies.sx750,
    cooling.af140a,
    cases.tc3,
    adapters.la180,
    powerSupplies.wx650,
    cooling.af92,
    adapters.gn45,
    powerSupplies.tx1200,
    cases.mc3,
    cooling.ct5,
    adapters.la120,
    powerSupplies.wx650v,
    cooling.af80,
    cases.mc1,
    powerSupplies.sx450,
    adapters.da60,
    powerSupplies.wx550,
  ])
