import { anyTool, oneTool, stock, toolList } from '#features/catalogue/tags.ts'
import { reviewList } from '#features/reviews/tags.ts'
import type { Engine } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import { createPageCache } from '#platform/page-cache/cache.ts'
import { createInvalidation } from '#platform/page-cache/invalidation.ts'

/** The kept public pages, and which of them each change of data makes old. To be told after the commit. */
export function openPages(engine: Engine, log: Log) {
  // Other processes announce their changes, unless one is killed before it can: hence the maximum age.
  const cache = createPageCache({ maxAgeMs: engine.kind === 'postgres' ? 10_000 : Infinity })
  const { announce, start, stop } = createInvalidation(engine, cache, log)

  return {
    cache,
    start,
    stop,

    /** Of one product, or of many. Reviews name their product. */
    toolChanged: (id?: string) => announce({ purge: [id ? oneTool(id) : anyTool, toolList, reviewList] }),

    stockChanged: (ids?: readonly string[]) => announce({ purge: ids?.map(oneTool) ?? [anyTool], stale: [stock] }),

    /** Reviews say whether their author has bought something. */
    orderPaid: (stockMoved: boolean) =>
      announce({
        purge: stockMoved ? [anyTool] : [],
        stale: [reviewList, ...(stockMoved ? [stock] : [])],
      }),

    /** Reviews show their author's name, so this is also for when that is erased. */
    reviewsChanged: () => announce({ purge: [reviewList] }),
  }
}
