import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export type Weight = 'regular' | 'semibold'
/** The fonts of a weight: the first that has a character draws it. */
export type FontFile = { name: string; data: Buffer; covers: (codePoint: number) => boolean }
export type Fonts = Readonly<Record<Weight, readonly FontFile[]>>

const require = createRequire(import.meta.url)
const weights: Readonly<Record<Weight, string>> = { regular: '400Regular', semibold: '600SemiBold' }

/** Letters of Bangla, and the joiners that stand between them. */
const isBangla = (point: number) => (point >= 0x0980 && point <= 0x09ff) || point === 0x200c || point === 0x200d
const families = [
  { folder: 'anek-bangla', file: 'AnekBangla', covers: isBangla },
  { folder: 'instrument-sans', file: 'InstrumentSans', covers: () => true },
] as const

let loading: Promise<Fonts> | undefined

/** The fonts of the site whole, for papers to carry what they need of them; read once. */
export function loadFonts(): Promise<Fonts> {
  loading ??= read()
  return loading
}

async function read(): Promise<Fonts> {
  const [regular, semibold] = await Promise.all([readWeight('regular'), readWeight('semibold')])
  return { regular, semibold }
}

/** As TrueType: what is compressed would be unpacked again for each paper. */
const readWeight = (weight: Weight): Promise<FontFile[]> =>
  Promise.all(
    families.map(async ({ folder, file, covers }) => {
      const cut = weights[weight]
      const path = `@expo-google-fonts/${folder}/${cut}/${file}_${cut}.ttf`
      return { name: `${folder}-${weight}`, data: await readFile(require.resolve(path)), covers }
    }),
  )
