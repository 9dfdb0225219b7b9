import { Box3, DirectionalLight, Mesh, NeutralToneMapping, PerspectiveCamera, PMREMGenerator, Scene } from 'three'
import { Sphere, Vector3, VSMShadowMap, WebGLRenderer } from 'three'
import type { Group } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { studioSurroundings } from './environment.ts'
import { loadTypefaces } from './print.ts'
import { buildModel, isModelName } from './products.ts'
import { table } from './table.ts'

const unit = 0.01
const fieldOfView = 20
const keyStep = Math.PI / 16

/** Radians to the left and up for each arrow key. */
const turns: Readonly<Record<string, readonly [left: number, up: number]>> = {
  ArrowLeft: [keyStep, 0],
  ArrowRight: [-keyStep, 0],
  ArrowUp: [0, keyStep],
  ArrowDown: [0, -keyStep],
}

/** The product under one lamp, with its shadow on the table. */
function lit(product: Group, { center, radius }: Sphere): Scene {
  const scene = new Scene()
  const lamp = new DirectionalLight('#ffffff', 2.4)
  lamp.position.copy(center).add(new Vector3(-0.62, 1.2, 0.6).multiplyScalar(radius * 2))
  lamp.target.position.copy(center)
  lamp.castShadow = true
  lamp.shadow.mapSize.set(1024, 1024)
  lamp.shadow.normalBias = 0.004 * radius
  lamp.shadow.radius = 12
  lamp.shadow.blurSamples = 24
  Object.assign(lamp.shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius, far: radius * 8 })
  const ground = table(radius * 2, [radius * 0.75, radius * 1.3])
  ground.material.opacity = 0.24
  ground.position.set(center.x, 0, center.z)
  scene.add(product, lamp, lamp.target, ground)
  return scene
}

/** Aims a camera so that the view at `fieldOfView` fills the canvas's parent, even if the canvas is larger than it. */
function aim(camera: PerspectiveCamera, canvas: HTMLCanvasElement): void {
  const [whole, frame] = [canvas.getBoundingClientRect(), canvas.parentElement?.getBoundingClientRect()]
  if (!frame) return
  const half = Math.tan((fieldOfView * Math.PI) / 360) * (whole.height / frame.height)
  camera.fov = (Math.atan(half) * 360) / Math.PI
  camera.aspect = whole.width / whole.height
  const below = whole.top + whole.height / 2 - (frame.top + frame.height / 2)
  camera.setViewOffset(whole.width, whole.height, 0, below, whole.width, whole.height)
}

/**
 * Shows a product's model on a canvas, to be rotated by pointer or arrow keys. It redraws only when something changes. The
 * model fills the canvas's parent; the canvas may be larger, so that the shadow has room.
 * @returns a function that stops the viewer and frees its memory
 * @throws Error when there is no such model, or the browser has no WebGL
 */
export async function showModel(canvas: HTMLCanvasElement, name: string): Promise<() => void> {
  if (!isModelName(name)) throw new Error(`No model ${name}`)
  await loadTypefaces()
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = VSMShadowMap
  renderer.toneMapping = NeutralToneMapping
  const { group } = buildModel(name)
  group.scale.setScalar(unit)
  const sphere = new Box3().setFromObject(group).getBoundingSphere(new Sphere())
  const scene = lit(group, sphere)
  const generator = new PMREMGenerator(renderer)
  scene.environment = generator.fromScene(studioSurroundings(), 0.02).texture
  generator.dispose()

  const distance = (sphere.radius / Math.sin((fieldOfView * Math.PI) / 360)) * 1.02
  const camera = new PerspectiveCamera(fieldOfView, 4 / 3, distance / 10, distance * 3)
  camera.position.copy(sphere.center).add(new Vector3(0.58, 0.42, 0.7).setLength(distance))
  const controls = new OrbitControls(camera, canvas)
  controls.target.copy(sphere.center)
  Object.assign(controls, { enableZoom: false, enablePan: false, maxPolarAngle: Math.PI / 2 - 0.02 })
  const draw = () => renderer.render(scene, camera)
  const resize = () => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || clientHeight === 0) return
    renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    renderer.setSize(clientWidth, clientHeight, false)
    aim(camera, canvas)
    draw()
  }
  const turn = (event: KeyboardEvent) => {
    const step = turns[event.key]
    if (!step) return
    event.preventDefault()
    controls.rotateLeft(step[0])
    controls.rotateUp(step[1])
    controls.update()
  }
  const observer = new ResizeObserver(resize)
  observer.observe(canvas)
  controls.addEventListener('change', draw)
  canvas.addEventListener('keydown', turn)
  controls.update()
  resize()
  return () => {
    observer.disconnect()
    canvas.removeEventListener('keydown', turn)
    controls.dispose()
    scene.environment?.dispose()
    scene.traverse((each) => each instanceof Mesh && each.geometry.dispose())
    renderer.dispose()
  }
}
