import { AddEquation, CustomBlending, FloatType, HalfFloatType, NoBlending, OneFactor, ShaderMaterial } from 'three'
import { Vector2, Vector4, WebGLRenderTarget } from 'three'
import type { Camera, Scene, WebGLRenderer } from 'three'
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js'

const vertexShader = 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0., 1.); }'

const addShader = `
uniform sampler2D frame;
uniform vec4 weight;
varying vec2 at;
void main() { gl_FragColor = texture2D(frame, at) * weight; }`

/** The sum, then the Khronos neutral tone curve and sRGB, as straight (not premultiplied) colour. */
const developShader = `
uniform sampler2D sum;
varying vec2 at;
vec3 neutral(vec3 color) {
  const float start = .8 - .04;
  const float desaturation = .15;
  float low = min(color.r, min(color.g, color.b));
  float offset = low < .08 ? low - 6.25 * low * low : .04;
  color -= offset;
  float peak = max(color.r, max(color.g, color.b));
  if (peak < start) return color;
  float d = 1. - start;
  float pressed = 1. - d * d / (peak + d - start);
  color *= pressed / peak;
  float g = 1. - 1. / (desaturation * (peak - pressed) + 1.);
  return mix(color, vec3(pressed), g);
}
void main() {
  vec4 mean = texture2D(sum, vec2(at.x, 1. - at.y));
  vec3 color = neutral(max(mean.rgb / max(mean.a, 1e-4), 0.));
  color = mix(1.055 * pow(color, vec3(1. / 2.4)) - .055, 12.92 * color, vec3(lessThanEqual(color, vec3(.0031308))));
  gl_FragColor = vec4(color, mean.a);
}`

/** How much of a frame counts: its colour and its coverage. */
type Weight = { color: number; alpha: number }

/** Sums frames at full precision, so that many weak lights add up to one soft light. */
export class Accumulator {
  readonly #renderer: WebGLRenderer
  readonly #size: Vector2
  readonly #frame: WebGLRenderTarget
  readonly #sum: WebGLRenderTarget
  readonly #add: FullScreenQuad
  readonly #weight = new Vector4()

  constructor(renderer: WebGLRenderer, width: number, height: number) {
    this.#renderer = renderer
    this.#size = new Vector2(width, height)
    this.#frame = new WebGLRenderTarget(width, height, { type: HalfFloatType })
    this.#sum = new WebGLRenderTarget(width, height, { type: FloatType, depthBuffer: false })
    this.#add = new FullScreenQuad(
      new ShaderMaterial({
        vertexShader,
        fragmentShader: addShader,
        uniforms: { frame: { value: this.#frame.texture }, weight: { value: this.#weight } },
        blending: CustomBlending,
        blendEquation: AddEquation,
        blendSrc: OneFactor,
        blendDst: OneFactor,
        depthTest: false,
        depthWrite: false,
      }),
    )
    renderer.autoClear = false
    renderer.setClearColor('#000000', 0)
    renderer.setRenderTarget(this.#sum)
    renderer.clear()
  }

  add(scene: Scene, camera: Camera, { color, alpha }: Weight): void {
    this.#weight.set(color, color, color, alpha)
    this.#renderer.setRenderTarget(this.#frame)
    this.#renderer.clear()
    this.#renderer.render(scene, camera)
    this.#renderer.setRenderTarget(this.#sum)
    this.#add.render(this.#renderer)
  }

  /** The weighted sum of the frames as straight RGBA, rows from the top; ends the accumulation. */
  develop(): Uint8Array {
    const { x: width, y: height } = this.#size
    const output = new WebGLRenderTarget(width, height, { depthBuffer: false })
    const quad = new FullScreenQuad(
      new ShaderMaterial({
        vertexShader,
        fragmentShader: developShader,
        uniforms: { sum: { value: this.#sum.texture } },
        blending: NoBlending,
        depthTest: false,
        depthWrite: false,
      }),
    )
    this.#renderer.setRenderTarget(output)
    quad.render(this.#renderer)
    const pixels = new Uint8Array(width * height * 4)
    this.#renderer.readRenderTargetPixels(output, 0, 0, width, height, pixels)
    this.#renderer.setRenderTarget(null)
    for (const target of [output, this.#frame, this.#sum]) target.dispose()
    return pixels
  }
}
