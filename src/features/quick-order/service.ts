import { refusals } from '#content/refusals.ts'
import { actingIn, anybody } from '#features/accounts/acting.ts'
import { asOnKeyboard, keyOf, keysOf, plainText } from '#features/catalogue/search.ts'
import { findTool, findToolsById } from '#features/catalogue/store.ts'
import { soldToWire } from '#features/catalogue/wire.ts'
import { checkLine } from '#features/orders/check-order.ts'
import type { Database } from '#platform/db/database.ts'
import type { Limit, RateLimiter } from '#platform/http/limit.ts'
import { createTurns } from '#platform/http/turns.ts'
import type { Actor } from '#shared/actor.ts'
import { Failure, wrongField } from '#shared/errors.ts'
import { matchOf, type Match, type Named } from './rules.ts'
import type { MatchedOrder, MatchedRow, OwnPart, QuickOrder } from './schema.ts'
import { countOwn, deleteOwn, findByIds, findNamed, findNear, findOwn, namesOf, putOwn, type Asked } from './store.ts'

export type QuickOrders = ReturnType<typeof createQuickOrders>

/** How many unmatched part numbers of a list get suggestions; a buyer with more of them will have corrected some by then. */
const mostGuessed = 100
/** Shorter texts have too many near matches. */
const shortestGuess = 3
/** The most part numbers of its own an account can have: more than our catalogue has products. */
const mostOwn = 5000
/** Two thousand rows take some fifty milliseconds of the only thread. */
const matches: Limit = { name: 'match rows', count: 60, seconds: 60 }

type Parts = { db: Database; currency: string; limiter: RateLimiter }

/** What a row asks for. */
type Wanted = { part: string; toolId?: string | undefined }
type ById<T> = ReadonlyMap<string, T>
/** The same for rows that ask for the same; unambiguous, since no key contains a space. */
const idOf = ({ part, toolId }: Wanted): string => [keyOf(part), ...(toolId ? [toolId] : [])].join(' ')

/** Matches lists that buyers have written in their own words to the shop's products. */
export function createQuickOrders({ db, currency, limiter }: Parts) {
  /** Allows one list per account at a time, from however many networks they come. */
  const turn = createTurns(1, matches.count, refusals.tooMany)

  /** What each row means: the product it is known to mean, otherwise what its text matches. */
  async function meaningOf(userId: string, wanted: ById<Wanted>): Promise<Map<string, Match>> {
    const keys = [...new Set([...wanted.values()].flatMap(({ part }) => keysOf(part)))]
    const ids = [...wanted.values()].flatMap(({ toolId }) => toolId ?? [])
    const [own, named, known] = await Promise.all([
      findOwn(db, userId, keys),
      findNamed(db, keys),
      ids.length > 0 ? findByIds(db, ids) : new Map<string, Named>(),
    ])
    const byKey = new Map<string, (typeof named)[number][]>()
    for (const tool of named) {
      for (const key of new Set([tool.partKey, tool.nameKey])) byKey.set(key, [...(byKey.get(key) ?? []), tool])
    }
    return new Map(
      [...wanted].map(([id, { part, toolId }]) => {
        const [ofPart, tool] = [keysOf(part), known.get(toolId ?? '')]
        if (tool) return [id, { how: tool.isSold ? 'part' : 'gone', toolIds: [tool.id] }]
        const chosen = ofPart.flatMap((key) => own.get(key) ?? [])[0]
        return [id, matchOf(ofPart, chosen, [...new Set(ofPart.flatMap((key) => byKey.get(key) ?? []))])]
      }),
    )
  }

  /** The nearest products for rows without a product, and which of these begin with the same text. */
  async function nearTo(asked: readonly Asked[]) {
    const found = new Map<string, { ids: string[]; beginning: string[] }>()
    const guessed = asked.filter(({ key }) => key.length >= shortestGuess).slice(0, mostGuessed)
    for (const { id, toolId, begins } of guessed.length > 0 ? await findNear(db, guessed) : []) {
      const near = found.get(id) ?? { ids: [], beginning: [] }
      near.ids.push(toolId)
      if (begins) near.beginning.push(toolId)
      found.set(id, near)
    }
    return found
  }

  /** Suggests the likeliest products for rows that match nothing, or a product that is no longer sold. */
  async function withNearest(meanings: ById<Match>, wanted: ById<Wanted>) {
    const open = [...meanings].filter(([, { how }]) => how === 'gone' || how === 'unknown')
    const gone = open.flatMap(([, { how, toolIds }]) => (how === 'gone' ? toolIds : []))
    const names = gone.length > 0 ? await namesOf(db, gone) : new Map<string, string>()
    const asked = open.map(([id, { toolIds }]) => {
      const part = asOnKeyboard(wanted.get(id)?.part ?? '')
      return { id, key: keyOf(part), words: plainText(names.get(toolIds[0] ?? '') ?? part) }
    })
    const near = await nearTo(asked)
    return (id: string): Pick<MatchedRow, 'how' | 'toolIds'> => {
      const match = meanings.get(id) ?? { how: 'unknown', toolIds: [] }
      if (match.how !== 'gone' && match.how !== 'unknown') return match
      const { ids = [], beginning = [] } = near.get(id) ?? {}
      if (match.how === 'unknown' && beginning.length > 1) return { how: 'several', toolIds: beginning }
      return { how: match.how, toolIds: ids }
    }
  }

  async function matchNow(actor: Actor, { rows }: QuickOrder): Promise<MatchedOrder> {
    const wanted = new Map(rows.filter(({ part }) => keysOf(part)[0] !== '').map((row) => [idOf(row), row]))
    const meant = await withNearest(await meaningOf(actor.id, wanted), wanted)
    const matched = rows.map((row) => ({ ...row, ...meant(idOf(row)) }))
    const tools = await findToolsById(db, [...new Set(matched.flatMap(({ toolIds }) => toolIds))])
    const byId = new Map(tools.map((tool) => [tool.id, tool]))
    return {
      currency,
      rows: matched.map(({ part, quantity, how, toolIds }) => {
        const [toolId] = toolIds
        const isOne = how === 'yours' || how === 'part' || how === 'name'
        const line = isOne && toolId ? checkLine({ toolId, quantity }, byId.get(toolId), currency) : null
        return { part, how, toolIds, line }
      }),
      tools: tools.map((tool) => ({ _id: tool.id, ...soldToWire(tool, currency) })),
    }
  }

  return {
    /**
     * Finds what every row means, and judges it as if it were ordered: no row is left out.
     * @throws Failure 'too-many' for the sixty-first list in a minute.
     */
    async match(actor: Actor, order: QuickOrder): Promise<MatchedOrder> {
      await limiter.use(matches, actor.id)
      return turn(actor.id, () => matchNow(actor, order))
    },

    /**
     * Remembers, or forgets, which product the actor means by a part number of their own.
     * @throws Failure 'unprocessable' for a product that is not sold, or one part number too many.
     */
    remember: (actor: Actor, { part, toolId }: OwnPart): Promise<void> =>
      actingIn(db, actor, anybody, async (tx) => {
        const keys = keysOf(part)
        if (toolId === null) return deleteOwn(tx, actor.id, keys)
        const [key] = keys
        if (key === '') throw wrongField('part', 'Part number is Required')
        if (!(await findTool(tx, toolId))) throw wrongField('toolId', refusals.noSuchTool)
        await putOwn(tx, { userId: actor.id, key, part, toolId })
        // At the limit, existing part numbers can still be changed.
        if ((await countOwn(tx, actor.id)) > mostOwn) throw new Failure('unprocessable', tooManyOwn)
      }),
  }
}

const tooManyOwn = `We remember ${mostOwn.toLocaleString('en-US')} of your part numbers at most. Forget one first.`
