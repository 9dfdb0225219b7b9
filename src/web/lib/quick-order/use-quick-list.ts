import { useEffect, useState } from 'react'
import { z } from 'zod'
import { longestPart, type QuickTool } from '#features/quick-order/schema.ts'
import { api } from '#web/lib/api.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { drafts } from '#web/lib/drafts.ts'
import { nextId, openOf, type Known, type Row } from './list.ts'
import { meaningsOf } from './meanings.ts'
import type { Pieces, ReadRow } from './reading.ts'

const name = 'quick-order'
const Kept = z.array(
  z.object({
    id: z.number(),
    part: z.string(),
    quantity: z.union([z.number(), z.string()]).nullable(),
    toolId: z.string().optional(),
    paid: z.number().optional(),
  }),
)

/** The list that this user left in the tab. */
export const keptList = (owner: string): readonly Row[] => drafts.read(Kept, name, owner) ?? []

export const keepList = (owner: string, rows: readonly Row[]): void => drafts.keep(name, owner, rows)

const pasted = 'quick-order:pasted'

/** The text in the box for pasting a list that has not been added yet, kept like the rows. */
export function useKeptText(owner: string) {
  const [text, setText] = useState(() => drafts.read(z.string(), pasted, owner) ?? '')
  useEffect(() => drafts.keep(pasted, owner, text), [owner, text])
  return [text, setText] as const
}

/** The rows of a list, kept through a reload, and the shop's answers about them. */
export function useQuickList({ id: owner }: SessionUser, kept: readonly Row[]) {
  const [rows, setRows] = useState(kept)
  const [known, setKnown] = useState<Known>({ meanings: new Map(), tools: new Map() })
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => keepList(owner, rows), [owner, rows])

  const asked = problem === undefined ? JSON.stringify(openOf(rows, known)) : '[]'
  useEffect(() => {
    const parts = Parts.parse(JSON.parse(asked))
    if (parts.length === 0) return undefined
    let isOver = false
    meaningsOf(parts).then(
      (found) => isOver || setKnown((before) => joined(before, found)),
      (error: unknown) => isOver || setProblem(error),
    )
    return () => void (isOver = true)
  }, [asked])

  function forgetMeaning(part: string): void {
    setKnown(({ meanings, tools }) => ({ tools, meanings: new Map([...meanings].filter(([each]) => each !== part)) }))
  }

  return {
    rows,
    known,
    problem,
    setRows,
    retry: () => setProblem(undefined),
    add(read: readonly ReadRow[]): void {
      setRows((now) => withRead(now, read))
    },
    count({ id }: Row, quantity: Pieces): void {
      setRows((now) => now.map((row) => (row.id === id ? { ...row, quantity } : row)))
    },
    /** Applies to this row, and from now on wherever the buyer writes the same part. */
    choose({ id, part }: Row, { _id: toolId }: QuickTool): void {
      setRows((now) => now.map((row) => (row.id === id ? { ...row, toolId } : row)))
      void remember(part, toolId)
    },
    async forget({ part }: Row): Promise<void> {
      await remember(part, null)
      forgetMeaning(part)
    },
  }
}

function withRead(rows: readonly Row[], read: readonly ReadRow[]): readonly Row[] {
  const next = nextId(rows)
  return [...rows, ...read.map((row, n) => ({ id: next + n, ...row }))]
}

/** Without an answer the choice still applies here, and the buyer is asked again another time. */
async function remember(part: string, toolId: string | null): Promise<void> {
  if (part === '') return
  await api['quick-order'].part.$put({ json: { part: part.slice(0, longestPart), toolId } }).catch(() => undefined)
}

/** Parts, each with the product it is known to stand for; JSON has null for none. */
const Parts = z.array(z.tuple([z.string(), z.string().nullish()]))

const joined = (before: Known, found: Known): Known => ({
  meanings: new Map([...before.meanings, ...found.meanings]),
  tools: new Map([...before.tools, ...found.tools]),
})
