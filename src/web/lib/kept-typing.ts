import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { drafts, type Drafts } from './drafts.ts'
import { currentUser } from './session.ts'

const Typed = z.record(z.string(), z.unknown())

type Parts = {
  kept: Pick<Drafts, 'keep' | 'read' | 'drop'>
  name: string
  /** The id of the signed-in user. */
  who: () => string | undefined
  form: { values: () => object; show: (values: object) => void; onChange: (listener: () => void) => () => void }
}

/**
 * Restores a form's input from before the session ended, and saves input from now on.
 * @returns a function that stops this and drops the saved input, unless the form closes because the session has ended.
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

/** Keeps a form's input through the end of a session and a reload, for the user who typed it. */
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

/** Like useKeptTyping, for a form that holds its fields in its own state. */
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
