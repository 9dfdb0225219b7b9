import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { drafts, type Drafts } from './drafts.ts'
import { currentUser } from './session.ts'

const Typed = z.record(z.string(), z.unknown())

type Parts = {
  kept: Pick<Drafts, 'keep' | 'read' | 'drop'>
  name: string
  /** The id of who is signed in now. */
  who: () => string | undefined
  form: { values: () => object; show: (values: object) => void; onChange: (listener: () => void) => () => void }
}

/**
 * Fills a form in with what was typed before the session ended, and keeps what is typed from now on.
 * @returns what ends that: what was typed is kept no longer, unless the form closes because the session has ended.
 */
export function keepTyping({ kept, name, who, form }: Parts): () => void {
  const owner = who()
  if (owner === undefined) return () => undefined
  const before = kept.read(Typed, name, owner)
  if (before) form.show({ ...form.values(), ...before })
  const stop = form.onChange(() => {
    if (who() === owner) kept.keep(name, owner, form.values())
  })
  return () => {
    stop()
    if (who() === owner) kept.drop(name)
  }
}

/** What is typed into a form outlives a session that ends, and a reload: whoever typed it finds it when they are back. */
export function useKeptTyping<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values, unknown, unknown>,
): void {
  const begin = useEffectEvent(() =>
    keepTyping({
      kept: drafts,
      name,
      who: () => currentUser()?.id,
      form: {
        values: form.getValues,
        show: (values) => form.reset(values as DefaultValues<Values>, { keepDefaultValues: true }),
        onChange: (listener) => form.subscribe({ formState: { values: true }, callback: listener }),
      },
    }),
  )
  useEffect(() => begin(), [name])
}

/** The same for a form whose fields are in a state of its own. */
export function useKeptState<Value>(
  name: string,
  schema: z.ZodType<Value>,
  first: () => Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const [owner] = useState(() => currentUser()?.id)
  const [value, setValue] = useState(() => (owner !== undefined && drafts.read(schema, name, owner)) || first())
  useEffect(() => {
    if (owner !== undefined && currentUser()?.id === owner) drafts.keep(name, owner, value)
  }, [name, owner, value])
  useEffect(
    () => () => {
      if (currentUser()?.id === owner) drafts.drop(name)
    },
    [name, owner],
  )
  return [value, setValue]
}
