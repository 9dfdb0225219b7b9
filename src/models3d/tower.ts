import { CylinderGeometry, Group, PointLight } from 'three'
import type { Material } from 'three'
import { site } from '#content/site.ts'
import { caseBack } from './case-back.ts'
import { graphicsCard, mainBoard, ribbon } from './components.ts'
import { towerCooler } from './cooler.ts'
import { fan } from './fan.ts'
import { box, circle, part, plate, roundedRectangle, slab, type Position } from './geometry.ts'
import { hexMesh } from './hex-mesh.ts'
import { materials } from './materials.ts'
import type { Model } from './model.ts'
import { print } from './print.ts'
import { screw, usbA, usbC } from './socket.ts'

export type TowerOptions = {
  size: Model['size']
  shell: Material
  /** Size and number of the fans behind the mesh; `rearFan` is the single one at the back. */
  frontFans: { size: number; count: number; blade: Material }
  rearFan: { size: number; blade: Material }
  /** Main board, width by height. */
  board: { width: number; height: number }
  card: number
  /** The one coloured line inside. */
  line: Material
}

const sheet = 3
const feet = 13
const shroud = 104

/** A tower case: mesh towards +z, the glass side towards +x with a whole computer behind it. */
export function tower(options: TowerOptions): Model {
  const { size } = options
  const group = new Group()
  const inner = { width: size.width, height: size.height - feet, depth: size.depth }
  const body = new Group()
  body.position.y = feet
  body.add(walls(inner, options), meshFront(inner, options), inside(inner, options), glassSide(inner))
  group.add(body, standOn(size))
  return { group, size }
}

/** Left wall, back, bottom and the vented roof. */
function walls({ width, height, depth }: Model['size'], { shell, rearFan }: TowerOptions): Group {
  const { dark, gloss } = materials()
  const group = new Group()
  const [x, z] = [width / 2, depth / 2]
  const left = plate(roundedRectangle(depth - 6, height, 3), sheet, { bevel: 0.8 }).rotateY(-Math.PI / 2)
  group.add(part(left, shell, [-x + sheet, height / 2, 0]))
  const fanX = x - 8 - rearFan.size / 2
  const back = plate(roundedRectangle(width - 2, height, 2), sheet, {
    bevel: 0.5,
    holes: [circle(rearFan.size * 0.47, fanX - 26, height / 2 - 18 - rearFan.size / 2)],
  })
  group.add(part(back, shell, [0, height / 2, -z + 1]))
  const rear = fan({
    ...standardFan,
    size: rearFan.size,
    frame: materials().abs,
    corner: materials().rubber,
    blade: rearFan.blade,
  })
  rear.position.set(fanX - 26, height - 18 - rearFan.size / 2, -z + 19)
  group.add(rear)
  const behind = caseBack({
    width,
    height,
    supply: { width: 150, height: 86 },
    slotsFrom: Math.max(rearFan.size + 32, 190),
  })
  behind.rotation.y = Math.PI
  behind.position.z = -z + 1
  group.add(behind)
  group.add(part(slab(roundedRectangle(width - 2, depth - 4, 2), sheet), shell))
  const [ventWidth, ventDepth] = [width - 52, depth - 112]
  const roof = slab(roundedRectangle(width, depth - 4, 4), 6, {
    bevel: 1,
    holes: [roundedRectangle(ventWidth, ventDepth, 6, 0, 18)],
  })
  group.add(part(roof, shell, [0, height - 6, 0]))
  const vent = hexMesh(ventWidth + 6, ventDepth + 6, { radius: 2.6, web: 1.5, thickness: 1.2, open: () => true })
  group.add(part(vent.rotateX(-Math.PI / 2), shell, [0, height - 3.4, -18]))
  const ports = [usbC(), usbA(gloss), usbA(gloss)]
  ports.forEach((port, index) => {
    port.rotation.x = -Math.PI / 2
    port.position.set(-width * 0.2 + index * 20, height, z - 26)
    group.add(port)
  })
  group.add(part(new CylinderGeometry(6.4, 6.4, 1.6, 40), materials().steel, [width * 0.3, height, z - 26]))
  group.add(part(new CylinderGeometry(7.4, 7.4, 0.6, 40), dark, [width * 0.3, height, z - 26]))
  return group
}

const standardFan = { blades: 9, chord: 0.56, print: { model: '', rating: '' } }

/** Mesh in a frame, the fans behind it. */
function meshFront({ width, height, depth }: Model['size'], { shell, frontFans }: TowerOptions): Group {
  const { abs, rubber, dark } = materials()
  const group = new Group()
  const z = depth / 2
  const [openWidth, openHeight] = [width - 26, height - 50]
  const frame = plate(roundedRectangle(width, height, 5), 14, {
    bevel: 1.4,
    holes: [roundedRectangle(openWidth, openHeight, 8, 0, 6)],
  })
  group.add(part(frame, shell, [0, height / 2, z - 14]))
  const mesh = hexMesh(openWidth + 8, openHeight + 8, { radius: 3, web: 2.1, thickness: 1.4, open: () => true })
  group.add(part(mesh, shell, [0, height / 2 + 6, z - 5]))
  group.add(part(box(width - 8, height - 8, 2, 0.5), dark, [0, height / 2, z - 46]))
  const gap = (height - frontFans.count * frontFans.size) / (frontFans.count + 1)
  for (let index = 0; index < frontFans.count; index++) {
    const each = fan({ ...standardFan, size: frontFans.size, frame: abs, corner: rubber, blade: frontFans.blade })
    each.position.set(0, gap + frontFans.size / 2 + index * (frontFans.size + gap), z - 30)
    each.rotation.z = index * 0.7
    each.scale.z = 0.96
    group.add(each)
  }
  const badge = print(52, 9, (pen) => {
    pen.mark(0, 0.5, 8)
    pen.text(site.name, 10.5, 7.4, { size: 8, color: '#c9ccce' })
  })
  badge.position.set(4, 12, z + 0.2)
  group.add(badge)
  return group
}

/** Tray and power shroud, with a whole computer and its cables mounted on them. */
function inside({ width, height, depth }: Model['size'], options: TowerOptions): Group {
  const { powderBlack } = materials()
  const { board, card, line } = options
  const group = new Group()
  const z = depth / 2
  const tray = -width / 2 + 26
  group.add(part(box(2, height - 12, depth - 60, 0.5), powderBlack, [tray, height / 2, -2]))
  group.add(part(box(width - 12, shroud, depth - 66, 2), powderBlack, [2, shroud / 2 + 3, -8]))
  const boardY = Math.max(height - 24 - board.height / 2, shroud + 8 + board.height / 2)
  const boardZ = -z + 16 + board.width / 2
  const main = mainBoard(board.width, board.height)
  main.rotation.y = Math.PI / 2
  main.position.set(tray + 4, boardY, boardZ)
  const cooler = processorCooler()
  cooler.position.set(tray + 8, boardY + board.height * 0.2, boardZ - 6)
  cooler.scale.setScalar(Math.min(1, (width - 46) / 150))
  const graphics = graphicsCard(card, line)
  const cardY = Math.max(boardY - board.height * 0.18, shroud + 42)
  graphics.rotation.y = Math.PI / 2
  graphics.position.set(tray + 70, cardY, -z + 14 + card / 2)
  group.add(main, cooler, graphics, cables(options, { tray, cardY, boardY, z }), lamps({ width, height, depth }))
  return group
}

/** A cooler lying on the main board, its fan towards the front. */
function processorCooler(): Group {
  const { abs, aluminium, powderBlack, rubber, smoke } = materials()
  const { group } = towerCooler({
    size: { width: 118, height: 140, depth: 92 },
    pipes: 4,
    fins: 34,
    cover: powderBlack,
    fin: aluminium,
    model: '',
    fan: { ...standardFan, frame: abs, corner: rubber, blade: smoke },
  })
  group.rotation.z = -Math.PI / 2
  return group
}

/** Small shadowless lights; without them the glass is a black mirror. Their strength is for scene units of 100 mm. */
function lamps({ width, height, depth }: Model['size']): Group {
  const group = new Group()
  const [x, z] = [width / 2, depth / 2]
  const places: readonly (readonly [at: Position, strength: number])[] = [
    [[x - 20, height - 40, z - 90], 2.6],
    [[x - 30, height * 0.55, z - 90], 1.5],
    [[x - 30, shroud + 40, -z + 70], 1],
  ]
  for (const [at, strength] of places) {
    const lamp = new PointLight('#ffffff', strength, 0, 2)
    lamp.position.set(...at)
    group.add(lamp)
  }
  return group
}

type CableMarks = { tray: number; cardY: number; boardY: number; z: number }

/** The main lead from the tray to the board's edge, and the card's lead up from the shroud. */
function cables({ board, card, line }: TowerOptions, { tray, cardY, boardY, z }: CableMarks): Group {
  const { rubber, rubberGrey } = materials()
  const group = new Group()
  const edge = -z + 16 + board.width
  const main = ribbon(
    [
      [tray - 4, boardY + 12, edge + 34],
      [tray + 12, boardY + 12, edge + 32],
      [tray + 26, boardY + 13, edge + 18],
      [tray + 24, boardY + 14, edge + 2],
      [tray + 16, boardY + 14, edge - 8],
    ],
    12,
    [0, 4.4, 0],
    (wire) => (wire % 4 === 1 ? rubberGrey : rubber),
  )
  group.add(main)
  const cardEnd = -z + 14 + card
  const toCard = ribbon(
    [
      [tray + 96, shroud - 4, cardEnd - 8],
      [tray + 104, shroud + 12, cardEnd - 8],
      [tray + 138, shroud + 18, cardEnd - 22],
      [tray + 152, cardY - 14, cardEnd - 52],
      [tray + 142, cardY + 2, cardEnd - 60],
      [tray + 122, cardY + 6, cardEnd - 60],
    ],
    8,
    [0, 0, -4.4],
    (wire) => (wire % 4 === 1 ? line : rubber),
  )
  group.add(toCard)
  return group
}

/** The pane: printed border, four screws, and the streak of light that marks it as glass. */
function glassSide({ width, height, depth }: Model['size']): Group {
  const { glass, gloss, steel } = materials()
  const group = new Group()
  const [paneWidth, paneHeight] = [depth - 22, height - 14]
  const border = plate(roundedRectangle(paneWidth, paneHeight, 4), 1, {
    bevel: 0.2,
    holes: [roundedRectangle(paneWidth - 22, paneHeight - 22, 3)],
  })
  group.add(part(border, gloss, [0, 0, -1.2]))
  const pane = part(plate(roundedRectangle(paneWidth, paneHeight, 4), 4, { bevel: 0.7 }), glass)
  pane.castShadow = false
  pane.receiveShadow = false
  group.add(pane)
  const streak = print(paneWidth - 22, paneHeight - 22, (pen) => {
    const [w, h] = [paneWidth - 22, paneHeight - 22]
    pen.polygon(
      [
        [w * 0.5, 0],
        [w * 0.86, 0],
        [w * 0.36, h],
        [0, h],
      ],
      'rgb(255 255 255 / 7%)',
    )
    pen.polygon(
      [
        [w * 0.92, 0],
        [w * 0.98, 0],
        [w * 0.48, h],
        [w * 0.42, h],
      ],
      'rgb(255 255 255 / 6%)',
    )
  })
  streak.position.z = 4.2
  streak.renderOrder = 2
  group.add(streak)
  for (const x of [-1, 1]) {
    for (const y of [-1, 1]) {
      const head = screw(4.6, steel)
      head.position.set(x * (paneWidth / 2 - 8), y * (paneHeight / 2 - 8), 4)
      group.add(head)
    }
  }
  group.rotation.y = Math.PI / 2
  group.position.set(width / 2 - 4, height / 2, -3)
  return group
}

function standOn({ width, depth }: Model['size']): Group {
  const { abs, rubber } = materials()
  const group = new Group()
  for (const x of [-1, 1]) {
    for (const z of [-1, 1]) {
      const at = [x * (width / 2 - 24), z * (depth / 2 - 46)] as const
      group.add(
        part(box(26, feet, 52, 2), abs, [at[0], feet / 2 + 1, at[1]]),
        part(box(22, 3, 48, 1), rubber, [at[0], 1.5, at[1]]),
      )
    }
  }
  return group
}
