import { CanvasTexture, DoubleSide, MeshPhysicalMaterial, RepeatWrapping } from 'three'
import type { MeshPhysicalMaterialParameters, Texture } from 'three'

const textureSide = 256

/** Pseudo-random numbers from 0 to 1 that are the same in every run: renders must be reproducible. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Grey noise: fine grain, or streaks along x as on brushed metal. */
function noise(streak: number, repeat: number): Texture {
  const canvas = document.createElement('canvas')
  canvas.width = textureSide
  canvas.height = textureSide
  const context = canvas.getContext('2d')
  if (context) {
    const random = seededRandom(7)
    for (let y = 0; y < textureSide; y++) {
      for (let x = 0; x < textureSide; x += streak) {
        const grey = Math.round(random() * 255)
        context.fillStyle = `rgb(${grey} ${grey} ${grey})`
        context.fillRect(x, y, streak, 1)
      }
    }
  }
  const texture = new CanvasTexture(canvas)
  texture.wrapS = RepeatWrapping
  texture.wrapT = RepeatWrapping
  texture.repeat.set(repeat, repeat)
  return texture
}

// Both sides cast shadow: otherwise a white rim shows under rounded bottoms and cables on the table.
const solid = (parameters: MeshPhysicalMaterialParameters) =>
  new MeshPhysicalMaterial({ shadowSide: DoubleSide, ...parameters })

const metal = (color: string, roughness: number, more: MeshPhysicalMaterialParameters = {}) =>
  solid({ color, roughness, metalness: 1, ...more })

function createMaterials() {
  // Extruded parts have texture coordinates in millimetres: a repeat of .04 is a tile of 25 mm.
  const grain = noise(1, 0.04)
  const brushed = noise(32, 0.05)
  const powder = (color: string, ior: number) =>
    solid({ color, roughness: 0.45, ior, bumpMap: grain, bumpScale: 0.5, clearcoat: 0.15, clearcoatRoughness: 0.5 })
  return {
    powderBlack: powder('#1b1e21', 1.8),
    powderWhite: powder('#a9a9a4', 1.5),
    powderStone: powder('#8b8578', 1.55),
    abs: solid({ color: '#16191c', roughness: 0.4, ior: 1.7, bumpMap: grain, bumpScale: 0.12 }),
    absWhite: solid({ color: '#b2b2ac', roughness: 0.42, bumpMap: grain, bumpScale: 0.25 }),
    absGrey: solid({ color: '#5d6164', roughness: 0.42, ior: 1.6, bumpMap: grain, bumpScale: 0.25 }),
    gloss: solid({ color: '#1d2023', roughness: 0.27, ior: 1.6, clearcoat: 0.3 }),
    rubber: solid({ color: '#222528', roughness: 0.56, ior: 1.6 }),
    rubberGrey: solid({ color: '#6f7376', roughness: 0.56 }),
    limeBlade: solid({ color: '#9ed31f', roughness: 0.34 }),
    lime: solid({ color: '#a9dc22', roughness: 0.4 }),
    smoke: solid({ color: '#3d4248', roughness: 0.3, clearcoat: 0.5 }),
    fog: solid({ color: '#a9adae', roughness: 0.34, clearcoat: 0.4 }),
    nickel: metal('#b3b2ac', 0.22),
    steel: metal('#a6aaae', 0.3),
    aluminium: metal('#9da1a4', 0.34, { bumpMap: brushed, bumpScale: 0.3 }),
    gold: metal('#d9ad55', 0.28),
    wire: metal('#34383c', 0.3),
    board: solid({ color: '#14181b', roughness: 0.5, ior: 1.7 }),
    dark: solid({ color: '#08090a', roughness: 0.85, side: DoubleSide }),
    // Plain transparency: a transmissive material does not show the page behind a transparent canvas.
    glass: solid({
      color: '#0b0e10',
      roughness: 0.04,
      transparent: true,
      opacity: 0.34,
      envMapIntensity: 2.6,
      depthWrite: false,
    }),
  }
}

type Materials = ReturnType<typeof createMaterials>

let made: Materials | undefined

/** The products' materials, shared by all models of a page. */
export function materials(): Materials {
  made ??= createMaterials()
  return made
}
