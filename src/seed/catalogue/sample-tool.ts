import type { z } from 'zod'
import type { NewTool } from '#features/catalogue/schema.ts'

type Given = z.input<typeof NewTool>

/** A product of the demonstration shop, with everything that a page shows of it. */
export type SampleTool = Given & Required<Pick<Given, 'category' | 'part_number' | 'specification'>>
