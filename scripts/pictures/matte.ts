import { Mesh, MeshLambertMaterial, MeshPhysicalMaterial } from 'three'
import type { Object3D } from 'three'

const twins = new Map<MeshPhysicalMaterial, MeshLambertMaterial>()

/** A material's diffuse part, without its reflections: metal has none. */
function matteTwin(material: MeshPhysicalMaterial): MeshLambertMaterial {
  const known = twins.get(material)
  if (known) return known
  const { map, transparent, opacity, side, shadowSide, depthWrite, polygonOffset } = material
  const { polygonOffsetFactor, polygonOffsetUnits } = material
  const twin = new MeshLambertMaterial({ map, transparent, opacity, side, shadowSide, depthWrite, polygonOffset })
  Object.assign(twin, { polygonOffsetFactor, polygonOffsetUnits })
  twin.color.copy(material.color).multiplyScalar(1 - material.metalness)
  twins.set(material, twin)
  return twin
}

/**
 * Runs `work` with only the diffuse part of the object's materials: their reflections show nothing but the environment, and
 * without them a frame costs a fraction.
 */
export function whileMatte(object: Object3D, work: () => void): void {
  const glossy = new Map<Mesh, MeshPhysicalMaterial>()
  object.traverse((each) => {
    if (!(each instanceof Mesh) || !(each.material instanceof MeshPhysicalMaterial)) return
    glossy.set(each, each.material)
    each.material = matteTwin(each.material)
  })
  work()
  for (const [mesh, material] of glossy) mesh.material = material
}
