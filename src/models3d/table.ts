import { Mesh, PlaneGeometry, ShadowMaterial } from 'three'

/** The table under a product: shows only the product's shadow, which fades out from the first to the second distance. */
export function table(reach: number, [from, to]: readonly [number, number]): Mesh<PlaneGeometry, ShadowMaterial> {
  const material = new ShadowMaterial({ transparent: true, depthWrite: false })
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'varying vec2 onTable;\nvoid main() {')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nonTable = position.xy;')
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'varying vec2 onTable;\nvoid main() {')
      .replace(
        '#include <tonemapping_fragment>',
        `gl_FragColor.a *= 1. - smoothstep(${from.toFixed(4)}, ${to.toFixed(4)}, length(onTable));`,
      )
  }
  const mesh = new Mesh(new PlaneGeometry(reach * 2, reach * 2), material)
  mesh.rotation.x = -Math.PI / 2
  mesh.receiveShadow = true
  return mesh
}
