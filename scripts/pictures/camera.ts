import { Box3, Mesh, PerspectiveCamera, Sphere, Vector3 } from 'three'
import type { Object3D } from 'three'

/** A long lens: wider looks like a game. */
const fieldOfView = 20
const rounds = 14
const damping = 0.8

/** A few hundred points of every mesh, in world coordinates. */
export function samplePoints(object: Object3D): Vector3[] {
  object.updateMatrixWorld(true)
  const points: Vector3[] = []
  object.traverse((each) => {
    if (!(each instanceof Mesh)) return
    const position = each.geometry.getAttribute('position')
    const step = Math.max(1, Math.floor(position.count / 300))
    for (let index = 0; index < position.count; index += step) {
      points.push(new Vector3().fromBufferAttribute(position, index).applyMatrix4(each.matrixWorld))
    }
  })
  return points
}

type Framing = { aspect: number; elevation: number; fill: number }

/**
 * A camera on +z that looks down by `elevation` degrees, at the distance where the points fill `fill` of the frame's width
 * or height. Fitting a bounding sphere would show tall and flat products at different sizes.
 */
export function fittedCamera(points: readonly Vector3[], { aspect, elevation, fill }: Framing): PerspectiveCamera {
  const camera = new PerspectiveCamera(fieldOfView, aspect, 0.1, 200)
  const { center, radius } = new Box3().setFromPoints([...points]).getBoundingSphere(new Sphere())
  const angle = (elevation * Math.PI) / 180
  const back = new Vector3(0, Math.sin(angle), Math.cos(angle))
  const halfHeight = Math.tan((fieldOfView * Math.PI) / 360)
  let distance = (radius / halfHeight) * 1.2
  const up = new Vector3()
  for (let round = 0; round < rounds; round++) {
    camera.position.copy(center).addScaledVector(back, distance)
    camera.lookAt(center)
    camera.updateMatrixWorld(true)
    const seen = new Box3().setFromPoints(points.map((point) => point.clone().project(camera)))
    const reach = Math.max(seen.max.x - seen.min.x, seen.max.y - seen.min.y) / 2
    up.setFromMatrixColumn(camera.matrixWorld, 1)
    center.x += ((seen.max.x + seen.min.x) / 2) * distance * halfHeight * aspect * damping
    center.addScaledVector(up, ((seen.max.y + seen.min.y) / 2) * distance * halfHeight * damping)
    distance *= 1 + (reach / fill - 1) * damping
  }
  camera.near = Math.max(0.1, distance - radius * 3)
  camera.far = distance + radius * 8
  camera.updateProjectionMatrix()
  return camera
}
