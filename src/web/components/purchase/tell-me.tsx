import { useEffect, useState } from 'react'
import type { Tool } from '#features/catalogue/schema.ts'
import { useAction } from '#web/components/profile/use-action.ts'
import { api } from '#web/lib/api.ts'
import type { SessionUser } from '#web/lib/claims.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

/** Asks for a mail when enough of a product is in stock again, or cancels that. The page is public: the browser asks who waits. */
export function TellMe({ tool, user }: { tool: Pick<Tool, '_id'>; user: SessionUser }) {
  const param = { toolId: tool._id }
  const [waiting, setWaiting] = useWaiting(tool._id)
  const { run, busy, problem } = useAction(async () => {
    if (waiting) await api.tool[':toolId'].wait.$delete({ param })
    else await api.tool[':toolId'].wait.$post({ param })
    setWaiting(!waiting)
  })
  return (
    <div className="mt-8 grid gap-4 border-t border-line pt-6">
      <p className="max-w-[34em] wrap-anywhere text-ink-2" role="status">
        {waiting
          ? `We’ll e-mail ${user.email} once, when it is back in stock.`
          : 'We can e-mail you when it is back in stock.'}
      </p>
      <Button
        variant="outline"
        className="w-fit max-sm:w-full"
        disabled={waiting === undefined}
        busy={busy}
        busyLabel="Saving"
        aria-describedby="tell-me-problem"
        onClick={run}
      >
        {waiting ? 'Do not tell me' : 'Tell me when it is back'}
      </Button>
      <FieldNote id="tell-me-problem" error={problem} />
    </div>
  )
}

/** Undefined until known. If the request fails, it assumes nobody waits: asking for the mail twice does no harm. */
function useWaiting(toolId: string) {
  const [waiting, setWaiting] = useState<boolean>()
  useEffect(() => {
    let isLeft = false
    const know = (known: boolean) => {
      if (!isLeft) setWaiting(known)
    }
    readWaiting(toolId).then(know, () => know(false))
    return () => {
      isLeft = true
    }
  }, [toolId])
  return [waiting, setWaiting] as const
}

async function readWaiting(toolId: string): Promise<boolean> {
  return (await (await api.tool[':toolId'].wait.$get({ param: { toolId } })).json()).waiting
}
