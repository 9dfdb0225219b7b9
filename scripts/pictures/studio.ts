// Uint8Array.prototype.toBase64
/// <reference lib="esnext.typedarrays" />
import { BasicShadowMap, Box3, DirectionalLight, Group, Light, Mesh, PMREMGenerator, Scene, Sphere } from 'three'
import { Vector3, WebGLRenderer } from 'three'
import type { PerspectiveCamera } from 'three'
import { studioSurroundings } from '../../src/models3d/environment.ts'
import type { Model } from '../../src/models3d/model.ts'
import { loadTypefaces } from '../../src/models3d/print.ts'
import { buildModel } from '../../src/models3d/products.ts'
import { table } from '../../src/models3d/table.ts'
import '@fontsource-variable/anek-latin/standard.css'
import '@fontsource-variable/martian-mono/standard.css'
import { Accumulator } from './accumulate.ts'
import { fittedCamera, samplePoints } from './camera.ts'
import { lightSamples, pixelOffset } from './light.ts'
import { whileMatte } from './matte.ts'
import type { Order, Rendered } from './shot.ts'

declare global {
  // The driver calls this in the page.
  var takePicture: ((order: Order) => Promise<Rendered>) | undefined
}

/** Models are in millimetres; in the studio one unit is 100 mm. */
const unit = 0.01
const reflectionFrames = 5

const renderer = new WebGLRenderer({ antialias: false, alpha: true })
renderer.shadowMap.enabled = true
renderer.shadowMap.type = BasicShadowMap
const environment = new PMREMGenerator(renderer).fromScene(studioSurroundings(), 0.02).texture

function sun(radius: number): DirectionalLight {
  const light = new DirectionalLight('#ffffff', 1)
  light.castShadow = true
  light.shadow.mapSize.set(2048, 2048)
  light.shadow.bias = -0.0006
  light.shadow.normalBias = 0.0022 * radius
  Object.assign(light.shadow.camera, {
    left: -radius,
    right: radius,
    top: radius,
    bottom: -radius,
    near: 0.01,
    far: radius * 14,
  })
  return light
}

/** Puts the model on the table, turned as ordered. The camera and the lights never move around it. */
function stage({ group }: Model, { turn }: Order): Group {
  const staged = new Group()
  staged.add(group)
  staged.rotation.y = (-turn * Math.PI) / 180
  staged.scale.setScalar(unit)
  staged.updateMatrixWorld(true)
  return staged
}

/** The corners of the model's body in the world, keyed by the signs of x, y and z; y is 0 on its lower edges. */
function bodyCorners({ group, size: { width, height, depth }, lift = 0 }: Model): [key: string, corner: Vector3][] {
  const levels: [string, number][] = [
    ['-', 0],
    ['0', lift],
    ['+', height],
  ]
  return [-1, 1].flatMap((x) =>
    levels.flatMap(([level, y]) =>
      [-1, 1].map((z): [string, Vector3] => {
        const sign = (value: number) => (value > 0 ? '+' : '-')
        const corner = new Vector3((x * width) / 2, y, (z * depth) / 2).applyMatrix4(group.matrixWorld)
        return [`${sign(x)}${level}${sign(z)}`, corner]
      }),
    ),
  )
}

function onFrame(point: Vector3, camera: PerspectiveCamera): readonly [number, number] {
  const { x, y } = point.clone().project(camera)
  const percent = (part: number) => Math.round(part * 1000) / 10
  return [percent((x + 1) / 2), percent((1 - y) / 2)]
}

async function takePicture(order: Order): Promise<Rendered> {
  await loadTypefaces()
  const model = buildModel(order.model)
  const { pixels, fill = 0.84, elevation, frames, crop } = order
  const scene = new Scene()
  const product = stage(model, order)
  scene.add(product)
  const points = samplePoints(product)
  const corners = bodyCorners(model)
  const framed = crop ? corners.map(([, corner]) => corner) : points
  const camera = fittedCamera(framed, { aspect: pixels.width / pixels.height, elevation, fill })
  const { center, radius } = new Box3().setFromPoints(points).getBoundingSphere(new Sphere())
  const light = sun(radius)
  const fade = crop ? radius * 0.6 : radius
  const ground = table(radius * 6, [fade * 1.1, fade * 2.3])
  ground.position.set(center.x, 0, center.z)
  scene.add(light, light.target, ground)
  light.target.position.copy(center)
  renderer.setSize(pixels.width, pixels.height, false)
  const accumulator = new Accumulator(renderer, pixels.width, pixels.height)
  const shake = (frame: number) => {
    const [x, y] = pixelOffset(frame)
    camera.setViewOffset(pixels.width, pixels.height, x, y, pixels.width, pixels.height)
  }
  whileMatte(product, () =>
    lightSamples(frames).forEach(({ direction, strength, shadow }, frame) => {
      light.position.copy(center).addScaledVector(direction, radius * 4)
      light.intensity = strength
      ground.material.opacity = shadow
      shake(frame)
      accumulator.add(scene, camera, { color: 1 / frames, alpha: 1 / frames })
    }),
  )
  // Reflections are the same in every light and the expensive part of a frame: a few separate frames add them.
  scene.environment = environment
  scene.environmentIntensity = 0.95
  scene.traverse((each) => (each.visible = !(each instanceof Light) && each !== ground))
  for (let frame = 0; frame < reflectionFrames; frame++) {
    shake(frame)
    accumulator.add(scene, camera, { color: 1 / reflectionFrames, alpha: 0 })
  }
  camera.clearViewOffset()
  const image = accumulator.develop()
  light.dispose()
  scene.traverse((each) => each instanceof Mesh && each.geometry.dispose())
  return {
    pixels: image.toBase64(),
    size: model.size,
    corners: Object.fromEntries(corners.map(([key, corner]) => [key, onFrame(corner, camera)])),
  }
}

globalThis.takePicture = takePicture
