import { BufferAttribute, Group, Mesh } from 'three'
import type { BufferGeometry, Material, Object3D } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { part } from './geometry.ts'

/** A mesh's triangles in the model's coordinate space, with the three attributes that all geometries share. */
function flattened(mesh: Mesh<BufferGeometry>): BufferGeometry {
  const geometry = mesh.geometry.index ? mesh.geometry.toNonIndexed() : mesh.geometry.clone()
  geometry.clearGroups()
  if (!geometry.hasAttribute('uv')) {
    const { count } = geometry.getAttribute('position')
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(count * 2), 2))
  }
  return geometry.applyMatrix4(mesh.matrixWorld)
}

/**
 * Merges the opaque meshes of a model by material, so that hundreds of parts take a dozen draw calls. Prints, glass and
 * lamps stay separate: transparent objects are sorted by their own position.
 */
export function mergeByMaterial(model: Group): Group {
  model.updateMatrixWorld(true)
  const byMaterial = new Map<Material, BufferGeometry[]>()
  const apart: Object3D[] = []
  model.traverse((each) => {
    if (each instanceof Mesh && each.material instanceof Object && !each.material.transparent) {
      byMaterial.set(each.material, [...(byMaterial.get(each.material) ?? []), flattened(each)])
      each.geometry.dispose()
    } else if (each.children.length === 0 && !(each instanceof Group)) apart.push(each)
  })
  const merged = new Group()
  for (const [material, geometries] of byMaterial) merged.add(part(mergeGeometries(geometries), material))
  for (const each of apart) merged.attach(each)
  return merged
}
