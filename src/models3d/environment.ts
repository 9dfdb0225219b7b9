import { BackSide, Color, Float32BufferAttribute, Mesh, MeshBasicMaterial, PlaneGeometry, Scene } from 'three'
import { SphereGeometry, type BufferGeometry } from 'three'

type Panel = { width: number; height: number; strength: number; at: readonly [number, number, number] }

/** The studio lamps: emissive planes facing the product. The camera is on +z. */
const panels: readonly Panel[] = [
  { width: 9, height: 7, strength: 5, at: [-0.8, 7, 0.8] },
  { width: 3.2, height: 9, strength: 6, at: [-8, 2.6, 2.2] },
  { width: 1.6, height: 9, strength: 9, at: [7.4, 3, -4.2] },
  { width: 9, height: 1.2, strength: 5, at: [0, 2.6, -8.4] },
  { width: 8, height: 4, strength: 1.1, at: [1.6, 3.4, 9] },
]

/** A sphere whose lower half is the bright table: faces towards the camera reflect it. */
function surroundings(): BufferGeometry {
  const sphere = new SphereGeometry(14, 48, 32)
  const position = sphere.getAttribute('position')
  const colors: number[] = []
  for (let index = 0; index < position.count; index++) {
    const [x, y, z] = [position.getX(index) / 14, position.getY(index) / 14, position.getZ(index) / 14]
    const frontLeft = Math.max(0, 0.5 + 0.5 * (0.75 * z - 0.66 * x)) ** 1.6
    const below = 0.36 + 0.72 * frontLeft
    const above = 0.2 + 0.14 * frontLeft
    const blend = Math.min(1, Math.max(0, 0.5 - y * 6))
    const light = above + (below - above) * blend
    colors.push(light, light, light)
  }
  sphere.setAttribute('color', new Float32BufferAttribute(colors, 3))
  return sphere
}

/** The surroundings that products reflect, lit only by their own panels. Turn them into a map with PMREMGenerator. */
export function studioSurroundings(): Scene {
  const scene = new Scene()
  scene.add(new Mesh(surroundings(), new MeshBasicMaterial({ vertexColors: true, side: BackSide })))
  for (const { width, height, strength, at } of panels) {
    const material = new MeshBasicMaterial({ color: new Color().setScalar(strength) })
    const mesh = new Mesh(new PlaneGeometry(width, height), material)
    mesh.position.set(...at)
    mesh.lookAt(0, 0, 0)
    scene.add(mesh)
  }
  return scene
}
