import { CanvasTexture, Mesh, MeshPhysicalMaterial, PlaneGeometry, SRGBColorSpace } from 'three'

/** The site's typefaces by the names a canvas uses: the full fonts in the studio, the site's own subsets on its pages. */
const typefaces = {
  display: '"Anek Latin Variable", "Anek Latin"',
  mono: '"Martian Mono Variable", "Martian Mono"',
} as const

/** Waits for the label typefaces to load: a canvas silently falls back to another font. */
export async function loadTypefaces(): Promise<void> {
  const faces = [`600 20px ${typefaces.display}`, `400 20px ${typefaces.mono}`]
  await Promise.all(faces.map((face) => document.fonts.load(face)))
}

/** Draws on a label. Coordinates are millimetres from the label's upper left corner. */
export type Pen = {
  rectangle: (x: number, y: number, width: number, height: number, color: string) => void
  polygon: (points: readonly (readonly [x: number, y: number])[], color: string) => void
  text: (text: string, x: number, baseline: number, style: TextStyle) => void
  /** The lime square with the W; `colors` replaces the square's color (`ground`) and the W's (`stroke`). */
  mark: (x: number, y: number, side: number, colors?: { ground: string; stroke: string }) => void
}

type TextStyle = {
  size: number
  color: string
  face?: keyof typeof typefaces
  align?: CanvasTextAlign
  weight?: number
}

const brand = { ground: '#a9dc22', stroke: '#1c1e21' }

function createPen(context: CanvasRenderingContext2D): Pen {
  return {
    rectangle(x, y, width, height, color) {
      context.fillStyle = color
      context.fillRect(x, y, width, height)
    },
    polygon(points, color) {
      context.fillStyle = color
      context.beginPath()
      for (const [x, y] of points) context.lineTo(x, y)
      context.fill()
    },
    text(text, x, baseline, { size, color, face = 'display', align = 'left', weight }) {
      context.font = `${weight ?? (face === 'display' ? 600 : 400)} ${size}px ${typefaces[face]}`
      context.textAlign = align
      context.fillStyle = color
      context.fillText(text, x, baseline)
    },
    mark(x, y, side, { ground, stroke } = brand) {
      context.fillStyle = ground
      context.fillRect(x, y, side, side)
      context.save()
      context.translate(x, y)
      context.scale(side / 24, side / 24)
      context.strokeStyle = stroke
      context.lineWidth = 2.5
      context.stroke(new Path2D('M4 6.5 8 17.5 12 7.5 16 17.5 20 6.5'))
      context.restore()
    },
  }
}

type PrintOptions = {
  /** Canvas pixels per millimetre. */
  density?: number
  roughness?: number
}

/** A print on a face: a plane facing +z, drawn by `draw` and transparent everywhere else. */
export function print(width: number, height: number, draw: (pen: Pen) => void, options: PrintOptions = {}): Mesh {
  const { density = 8, roughness = 0.45 } = options
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  const context = canvas.getContext('2d')
  if (context) {
    context.scale(density, density)
    draw(createPen(context))
  }
  const map = new CanvasTexture(canvas)
  map.colorSpace = SRGBColorSpace
  map.anisotropy = 8
  const material = new MeshPhysicalMaterial({
    map,
    roughness,
    clearcoat: 0.12,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  })
  const mesh = new Mesh(new PlaneGeometry(width, height), material)
  mesh.receiveShadow = true
  return mesh
}
