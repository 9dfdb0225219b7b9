import { refusals } from '#content/refusals.ts'
import { actingIn, anybody } from '#features/accounts/acting.ts'
import { knownTools } from '#features/catalogue/store.ts'
import type { Database } from '#platform/db/database.ts'
import { refusal } from '#platform/http/validate.ts'
import { newId } from '#platform/ids.ts'
import type { Actor } from '#shared/actor.ts'
import { isoTime, type Clock } from '#shared/clock.ts'
import { Failure } from '#shared/errors.ts'
import { mostLists, type ListSummary, type NewList, type SavedList } from './schema.ts'
import { countLists, deleteList, findByName, findList, linesOfList, listsOf, putList } from './store.ts'

export type SavedLists = ReturnType<typeof createSavedLists>

const notThere = () => new Failure('not-found', 'There is no such list.')

/** Lists of products under a name, for what is ordered again and again. Everybody has their own. */
export function createSavedLists({ db, clock }: { db: Database; clock: Clock }) {
  async function read(from: Database, id: string, userId: string): Promise<SavedList> {
    const list = await findList(from, id, userId)
    if (!list) throw notThere()
    return { _id: id, name: list.name, savedAt: isoTime(list.savedAt), lines: await linesOfList(from, id) }
  }

  async function write(tx: Database, userId: string, id: string, { name, lines }: NewList): Promise<SavedList> {
    const same = await findByName(tx, userId, name)
    if (same && same.id !== id) throw new Failure('conflict', refusals.listNameTaken, { extra: { listId: same.id } })
    const known = await knownTools(
      tx,
      lines.map(({ toolId }) => toolId),
    )
    const errors = lines.flatMap(({ toolId }, n) =>
      known.has(toolId) ? [] : [{ path: `lines.${n}.toolId`, message: refusals.noSuchTool }],
    )
    if (errors.length > 0) throw refusal('unprocessable', errors)
    await putList(tx, { id, userId, name, savedAt: clock.now() }, lines)
    return read(tx, id, userId)
  }

  return {
    /** The actor's own, the most recently saved first. */
    async list({ id }: Actor): Promise<ListSummary[]> {
      const rows = await listsOf(db, id)
      return rows.map((row) => ({
        _id: row.id,
        name: row.name,
        products: row.products,
        savedAt: isoTime(row.savedAt),
      }))
    },

    /** @throws Failure 'not-found', also for somebody else's. */
    get: ({ id: userId }: Actor, id: string): Promise<SavedList> => read(db, id, userId),

    /** @throws Failure 'conflict' for a name that another list has, 'unprocessable' for one list too many or an unknown product. */
    add: (actor: Actor, input: NewList): Promise<SavedList> =>
      actingIn(db, actor, anybody, async (tx) => {
        if ((await countLists(tx, actor.id)) >= mostLists) throw new Failure('unprocessable', tooMany)
        return write(tx, actor.id, newId(), input)
      }),

    /** Replaces the whole list. @throws as `add`, and Failure 'not-found'. */
    put: (actor: Actor, id: string, input: NewList): Promise<SavedList> =>
      actingIn(db, actor, anybody, async (tx) => {
        if (!(await findList(tx, id, actor.id))) throw notThere()
        return write(tx, actor.id, id, input)
      }),

    /** @throws Failure 'not-found'. */
    remove: (actor: Actor, id: string): Promise<void> =>
      actingIn(db, actor, anybody, async (tx) => {
        if (!(await deleteList(tx, id, actor.id))) throw notThere()
      }),
  }
}

const tooMany = `You can save ${mostLists} lists at most. Delete one first.`
