import { useState } from 'react'
import { z } from 'zod'
import { drafts, type Drafts } from './drafts.ts'
import { currentUser } from './session.ts'

/** What was typed into the form of a dialog, and not sent: there again when the dialog is closed and reopened. */
export type DialogTyping = ReturnType<typeof createDialogTyping>

type Box = { name: string; value: string; type: string; checked?: boolean }

/** Boxes to tick can share a name. */
const keyOf = (name: string, value: string) => `${name}=${value}`

/** No box has this name. */
const seenKey = keyOf('', 'seen')

const Typed = z.record(z.string(), z.string())

type Parts = {
  kept: Pick<Drafts, 'keep' | 'read' | 'drop'>
  name: string
  /** The id of the signed-in user. */
  who: () => string | undefined
}

/** For what holds the dialog, which outlives the form in it; kept through a reload and the end of the session too. */
export function useDialogTyping(name: string): DialogTyping {
  const [typing] = useState(() => createDialogTyping({ kept: drafts, name, who: () => currentUser()?.id }))
  return typing
}

export function createDialogTyping({ kept, name: draft, who }: Parts) {
  const owner = who()
  const before = owner === undefined ? undefined : kept.read(Typed, draft, owner)
  let typed: ReadonlyMap<string, string> = new Map(Object.entries(before ?? {}))

  function set(next: ReadonlyMap<string, string>): void {
    typed = next
    if (owner === undefined || who() !== owner) return
    if (typed.size > 0) kept.keep(draft, owner, Object.fromEntries(typed))
    else kept.drop(draft)
  }

  return {
    /**
     * For the form's `onChange`.
     * @param seen how far the order was when this was typed, for `since`.
     */
    keep({ target }: { target: EventTarget }, seen?: number): void {
      const { name, value, type, checked } = target as EventTarget & Box
      const isTick = type === 'checkbox'
      const begun = seen === undefined ? [] : [[seenKey, String(seen)] as const]
      set(new Map([...begun, ...typed, isTick ? [keyOf(name, value), checked ? 'yes' : ''] : [name, value]]))
    },
    /** What a box starts with. */
    of: (name: string, otherwise: string | number = ''): string => typed.get(name) ?? String(otherwise),
    isUntouched: (name: string): boolean => !typed.has(name),
    isTicked: (name: string, value = 'on'): boolean => typed.get(keyOf(name, value)) === 'yes',
    /** How far the order was when typing began: whatever happened since, the shop must refuse until it was seen. */
    since: (now: number): number => Number(typed.get(seenKey) ?? now),
    /** Call it when the page shows what happened since. */
    seeNow(): void {
      set(new Map([...typed].filter(([name]) => name !== seenKey)))
    },
    /**
     * Call it when the form is sent: a dialog opened meanwhile is for the next entry.
     * @returns a function for when it was refused, which brings everything back that was not typed anew meanwhile.
     */
    send(): () => void {
      const sent = typed
      set(new Map())
      return () => set(new Map([...sent, ...typed]))
    },
  }
}
