import type { ModelName } from '../../src/models3d/products.ts'
import type { Shot } from './shot.ts'

type Angle = readonly [turn: number, elevation: number]

const shots = (angle: Angle, models: readonly ModelName[]): Shot[] =>
  models.map((model) => ({ name: model, model, turn: angle[0], elevation: angle[1], dimensions: true }))

/** The other views of a gallery, `NAME-2` to `NAME-4`. */
const views = (model: ModelName, angles: readonly Angle[]): Shot[] =>
  angles.map(([turn, elevation], index) => ({ name: `${model}-${index + 2}`, model, turn, elevation }))

/** Every picture of the site. The elevation depends on the product type, so that its most telling face shows. */
export const album: readonly Shot[] = [
  ...shots([41, 29], ['wx850', 'sx600', 'wx1000', 'wx750', 'sx750', 'wx650', 'tx1200', 'wx650v', 'sx450', 'wx550']),
  ...shots([24, 28], ['la90', 'la65', 'la180', 'la120', 'da60']),
  ...shots([38, 23], ['gn65', 'gn100', 'gn45']),
  ...shots([42, 12], ['tc5', 'tc7', 'tc3']),
  ...shots([40, 17], ['mc2', 'mc3', 'mc1']),
  ...shots([32, 12], ['af120', 'af120r', 'af92', 'af140a']),
  // Turned the other way, so that a row of fans does not look uniform.
  ...shots([-30, 12], ['af140', 'af80']),
  ...shots([34, 15], ['ct6', 'ct4', 'ct5']),
  { name: 'hero', model: 'wx850', turn: 41, elevation: 29, fill: 0.86, dimensions: true, largest: 1400 },
  {
    name: 'unplug',
    model: 'connectors',
    turn: 0,
    elevation: 32,
    fill: 0.22,
    frame: { width: 2, height: 1 },
    crop: true,
  },
  // The display face straight on, then the back, then from above (for a charger the prongs instead).
  ...views('wx850', [
    [14, 14],
    [140, 24],
    [28, 64],
  ]),
  ...views('sx600', [
    [14, 14],
    [140, 24],
    [28, 64],
  ]),
  ...views('gn65', [
    [6, 14],
    [82, 14],
    [218, 24],
  ]),
  ...views('tc5', [
    [76, 10],
    [208, 14],
    [38, 50],
  ]),
  ...views('mc2', [
    [78, 12],
    [214, 18],
    [36, 54],
  ]),
  ...views('af120', [
    [4, 8],
    [212, 14],
    [74, 14],
  ]),
  ...views('ct6', [
    [78, 14],
    [208, 20],
    [32, 56],
  ]),
]
