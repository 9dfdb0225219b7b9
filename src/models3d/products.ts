import { adapters } from '#seed/catalogue/adapters.ts'
import { cooling } from '#seed/catalogue/cooling.ts'
import { powerSupplies } from '#seed/catalogue/power-supplies.ts'
import { adapter } from './adapter.ts'
import { caseFan } from './case-fan.ts'
import { charger } from './charger.ts'
import { compactCase } from './compact-case.ts'
import { connectors } from './connectors.ts'
import { towerCooler } from './cooler.ts'
import { materials } from './materials.ts'
import { mergeByMaterial } from './merge.ts'
import type { Model } from './model.ts'
import { modelOf, rowOf, type Labelled } from './rating-label.ts'
import { supply, type SocketRow } from './supply.ts'
import { tower } from './tower.ts'

const millimetres = (width: number, height: number, depth: number): Model['size'] => ({ width, height, depth })

const modular: readonly SocketRow[] = [
  { name: 'Motherboard', sockets: [9, 9], last: 6 },
  { name: 'CPU / PCIe', sockets: [4, 4, 4, 4, 4] },
  { name: 'SATA / peripheral', sockets: [3, 3, 3, 3, 3], last: 4 },
]
const large: readonly SocketRow[] = [
  { name: 'Motherboard', sockets: [9, 9], last: 6 },
  { name: 'CPU / PCIe', sockets: [4, 4, 4, 4, 4], last: 4 },
  { name: 'SATA / peripheral', sockets: [3, 3, 3, 3, 3], last: 6 },
]
const middle: readonly SocketRow[] = [
  { name: 'Motherboard', sockets: [9, 5] },
  { name: 'CPU / PCIe', sockets: [4, 4, 4, 4] },
  { name: 'SATA', sockets: [3, 3, 3, 3] },
]
const small: readonly SocketRow[] = [
  { name: 'Motherboard', sockets: [9, 5] },
  { name: 'CPU / PCIe', sockets: [4, 4, 4] },
  { name: 'SATA', sockets: [3, 3, 3] },
]
const sfx: readonly SocketRow[] = [
  { name: 'Motherboard', sockets: [9, 4], last: 4 },
  { name: 'CPU / PCIe / SATA', sockets: [4, 4, 3, 3], last: 4 },
]
const sfxSmall: readonly SocketRow[] = [
  { name: 'Motherboard', sockets: [9, 4] },
  { name: 'PCIe / SATA', sockets: [4, 4, 3, 3] },
]

const lime = '#a9dc22'

function atx(
  tool: Labelled,
  depth: number,
  rows: readonly SocketRow[],
  more: { top?: 'wire' | 'mesh'; accent?: string } = {},
) {
  const fanRadius = depth < 150 ? 58 : 66
  return supply({ tool, size: millimetres(150, 86, depth), finish: 'black', top: 'wire', fanRadius, rows, ...more })
}

function smallSupply(tool: Labelled, finish: 'black' | 'white', rows: readonly SocketRow[], accent?: string) {
  return supply({
    tool,
    size: millimetres(125, 63.5, 100),
    finish,
    top: 'mesh',
    fanRadius: 45,
    rows,
    ...(accent && { accent }),
  })
}

const plug = (tool: Labelled, width: number, height: number, depth: number) => {
  const { absWhite, lime: tongue } = materials()
  return charger({
    tool,
    size: millimetres(width, height, depth),
    shell: absWhite,
    ink: '#1c1e21',
    quiet: '#4c5054',
    tongue,
  })
}

const darkPlug = (tool: Labelled, width: number, height: number, depth: number) => {
  const { abs, absGrey } = materials()
  return charger({
    tool,
    size: millimetres(width, height, depth),
    shell: abs,
    ink: '#e4e4df',
    quiet: '#9b9fa2',
    tongue: absGrey,
  })
}

const hub = (tool: Labelled) => ({
  model: modelOf(tool),
  rating: (rowOf(tool, 'Power') ?? '').split(', ').slice(0, 2).join(' '),
})

function fan(tool: Labelled, side: number, blades: number, look: 'lime' | 'dark' | 'pale' | 'grey', chord = 0.56) {
  const { abs, absWhite, absGrey, fog, lime: limeRubber, limeBlade, rubber, rubberGrey, smoke } = materials()
  const looks = {
    lime: { frame: abs, corner: rubber, blade: limeBlade },
    dark: { frame: abs, corner: rubber, blade: smoke },
    pale: { frame: absWhite, corner: limeRubber, blade: smoke },
    grey: { frame: absGrey, corner: rubberGrey, blade: fog },
  }
  const pale = look === 'pale' ? { color: '#1c1e21', ground: '#cfcfca' } : {}
  const hubMaterial = look === 'pale' ? { hub: absWhite } : {}
  return caseFan({
    size: side,
    blades,
    chord,
    lead: 'left',
    ...looks[look],
    ...hubMaterial,
    print: { ...hub(tool), ...pale },
  })
}

function cooler(tool: Labelled, body: Model['size'], pipes: number, fins: number, look: 'dark' | 'black' | 'pale') {
  const { abs, absWhite, aluminium, fog, powderBlack, powderWhite, rubber, rubberGrey, smoke } = materials()
  const looks = {
    dark: { cover: powderBlack, fin: aluminium, frame: abs, corner: rubber, blade: smoke },
    black: { cover: powderBlack, fin: powderBlack, frame: abs, corner: rubber, blade: fog },
    pale: { cover: powderWhite, fin: aluminium, frame: absWhite, corner: rubberGrey, blade: fog },
  }
  const { cover, fin, ...colors } = looks[look]
  const print = { ...hub(tool), ...(look === 'dark' && { color: lime }) }
  const model = modelOf(tool)
  return towerCooler({ size: body, pipes, fins, cover, fin, model, fan: { ...colors, blades: 7, chord: 0.68, print } })
}

/** A model of every product in the sample catalogue, by picture name. */
const builders = {
  wx850: () => atx(powerSupplies.wx850, 160, modular, { accent: lime }),
  wx1000: () => atx(powerSupplies.wx1000, 160, large, { top: 'mesh' }),
  wx750: () => atx(powerSupplies.wx750, 160, middle),
  wx650: () => atx(powerSupplies.wx650, 150, small, { top: 'mesh' }),
  wx550: () => atx(powerSupplies.wx550, 140, small),
  tx1200: () => atx(powerSupplies.tx1200, 180, large),
  wx650v: () => atx(powerSupplies.wx650v, 150, []),
  sx600: () => smallSupply(powerSupplies.sx600, 'white', sfx, lime),
  sx750: () => smallSupply(powerSupplies.sx750, 'black', sfx),
  sx450: () => smallSupply(powerSupplies.sx450, 'black', sfxSmall),
  la90: () => adapter({ tool: adapters.la90, size: millimetres(128, 30, 52), finish: 'black', tip: 4.5 }),
  la65: () => adapter({ tool: adapters.la65, size: millimetres(108, 29, 46), finish: 'black', tip: 4.5 }),
  la120: () =>
    adapter({ tool: adapters.la120, size: millimetres(146, 30, 66), finish: 'black', tip: 4.5, grooves: true }),
  la180: () =>
    adapter({ tool: adapters.la180, size: millimetres(158, 32, 76), finish: 'black', tip: 7.4, grooves: true }),
  da60: () => adapter({ tool: adapters.da60, size: millimetres(106, 29, 46), finish: 'white', tip: 5.5 }),
  gn65: () => plug(adapters.gn65, 32, 46, 62),
  gn45: () => plug(adapters.gn45, 30, 44, 54),
  gn100: () => darkPlug(adapters.gn100, 32, 58, 70),
  tc5: () => {
    const { absGrey, limeBlade, lime: line, powderBlack } = materials()
    return tower({
      size: millimetres(220, 480, 430),
      shell: powderBlack,
      frontFans: { size: 140, count: 3, blade: absGrey },
      rearFan: { size: 120, blade: limeBlade },
      board: { width: 244, height: 305 },
      card: 300,
      line,
    })
  },
  tc7: () => {
    const { fog, powderWhite, steel } = materials()
    return tower({
      size: millimetres(240, 540, 510),
      shell: powderWhite,
      frontFans: { size: 140, count: 3, blade: fog },
      rearFan: { size: 140, blade: fog },
      board: { width: 280, height: 330 },
      card: 330,
      line: steel,
    })
  },
  tc3: () => {
    const { powderBlack, smoke, steel } = materials()
    return tower({
      size: millimetres(210, 400, 390),
      shell: powderBlack,
      frontFans: { size: 120, count: 3, blade: smoke },
      rearFan: { size: 120, blade: smoke },
      board: { width: 244, height: 244 },
      card: 250,
      line: steel,
    })
  },
  mc2: () => {
    const { lime: accent, powderWhite, rubber } = materials()
    return compactCase({
      size: millimetres(170, 248, 285),
      shell: powderWhite,
      accent,
      frontFan: 120,
      cardFans: 2,
      strap: rubber,
      ink: '#3a3e42',
    })
  },
  mc3: () => {
    const { lime: accent, powderBlack, rubberGrey } = materials()
    return compactCase({
      size: millimetres(185, 280, 310),
      shell: powderBlack,
      accent,
      frontFan: 120,
      cardFans: 2,
      strap: rubberGrey,
      ink: '#c9ccce',
    })
  },
  mc1: () => {
    const { powderStone, steel } = materials()
    return compactCase({
      size: millimetres(150, 220, 245),
      shell: powderStone,
      accent: steel,
      frontFan: 92,
      cardFans: 0,
      ink: '#1c1e21',
    })
  },
  af120: () => fan(cooling.af120, 120, 9, 'lime'),
  af120r: () => fan(cooling.af120r, 120, 9, 'dark', 0.58),
  af140: () => fan(cooling.af140, 140, 7, 'pale', 0.66),
  af140a: () => fan(cooling.af140a, 140, 7, 'dark', 0.72),
  af92: () => fan(cooling.af92, 92, 9, 'grey'),
  af80: () => fan(cooling.af80, 80, 9, 'dark'),
  ct6: () => cooler(cooling.ct6, millimetres(125, 158, 102), 6, 44, 'dark'),
  ct5: () => cooler(cooling.ct5, millimetres(122, 155, 90), 5, 42, 'black'),
  ct4: () => cooler(cooling.ct4, millimetres(120, 148, 76), 4, 40, 'pale'),
  connectors,
} satisfies Record<string, () => Model>

export type ModelName = keyof typeof builders

export const isModelName = (name: string): name is ModelName => Object.hasOwn(builders, name)

/** Builds a product in millimetres. Labels are drawn with the page's typefaces: wait for them first. */
export function buildModel(name: ModelName): Model {
  const model: Model = builders[name]()
  return { ...model, group: mergeByMaterial(model.group) }
}
