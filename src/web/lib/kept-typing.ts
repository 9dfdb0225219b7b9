import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { drafts, visitor, type Drafts } from './drafts.ts'
import { currentUser } from './session.ts'

const Typed = z.record(z.string(), z.unknown())

type Parts = {
  kept: Pick<Drafts, 'keep' | 'read' | 'drop'>
  name: string
  /** The id of whoever types; undefined when nothing is kept for them. */
  who: () => string | undefined
  /** `values` are those that differ from what the form started with. */
  form: { values: () => object; show: (values: object) => void; onChange: (listener: () => void) => () => void }
  /** Whether the form already holds input, from before React loaded. */
  isTyped?: boolean
  /** Whether closing the form discards its input; if the form closes because the session has ended, it is kept anyway. */
  isDiscardedOnClose?: boolean
}

/**
 * Restores a form's input from before it was left, and saves input from now on.
 * @returns a function that stops this.
 */
export function keepTyping({ kept, name, who, form, isTyped, isDiscardedOnClose }: Parts): () => void {
  let owner = who()
  if (owner === undefined) return () => undefined
  const isOwn = () => {
    // A visitor may sign in meanwhile, in another tab: it is still them.
    if (owner === visitor) owner = who()
    return who() === owner
  }
  const save = () => {
    if (owner === undefined || !isOwn()) return
    const values = form.values()
    if (Object.keys(values).length > 0) kept.keep(name, owner, values)
    else kept.drop(name)
  }
  const before = kept.read(Typed, name, owner)
  if (before) form.show(before)
  if (isTyped) save()
  const stop = form.onChange(save)
  return () => {
    stop()
    if (isDiscardedOnClose && isOwn()) kept.drop(name)
  }
}

/** The values that differ from the first ones; an empty box is the same whether it holds no text or no number. */
export function changedFrom(first: Readonly<Record<string, unknown>>, values: object): Record<string, unknown> {
  const text = (value: unknown) => JSON.stringify(value === null || Number.isNaN(value) ? '' : (value ?? ''))
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => text(value) !== text(first[field])))
}

type Options<Values extends FieldValues> = Pick<Parts, 'isDiscardedOnClose'> & {
  /** For a form that needs no account: it is kept for visitors too. */
  who?: Parts['who']
  /** All others are never stored: a password, for example. */
  only?: readonly Path<Values>[]
  /** Of a form rendered by the server: what its boxes started with. Anything else in them was typed before React loaded, and stays. */
  rendered?: Partial<Values>
}

/**
 * Keeps a form's input for the user who typed it: through a reload, the end of a session, and leaving the page.
 * @returns a function that discards it, for when it is sent or cancelled.
 */
export function useKeptTyping<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values, unknown, unknown>,
  { who = () => currentUser()?.id, only, rendered, isDiscardedOnClose }: Options<Values> = {},
): () => void {
  const begin = useEffectEvent(() => {
    // What nobody typed is not kept: it would undo what others change until the form is opened again.
    const values = () => changedFrom(rendered ?? form.formState.defaultValues ?? {}, withOnly(form.getValues(), only))
    const typed = rendered
      ? Object.entries(form.getValues()).filter(([field, value]) => value && value !== rendered[field])
      : []
    const show = (before: object) => {
      const shown = { ...before, ...Object.fromEntries(typed) }
      // A reset does not reach boxes that the server rendered.
      if (rendered) for (const [field, value] of Object.entries(shown)) form.setValue(field as Path<Values>, value)
      else form.reset({ ...form.getValues(), ...shown } as DefaultValues<Values>, { keepDefaultValues: true })
    }
    const onChange = (callback: () => void) => form.subscribe({ formState: { values: true }, callback })
    const isTyped = typed.length > 0
    return keepTyping({ kept: drafts, name, who, form: { values, show, onChange }, isTyped, isDiscardedOnClose })
  })
  useEffect(() => begin(), [name])
  return () => drafts.drop(name)
}

/** Whoever is signed in, or the visitor. */
export const userOrAnyone = (): string => currentUser()?.id ?? visitor

const withOnly = (values: object, only: readonly string[] | undefined): object =>
  only ? Object.fromEntries(Object.entries(values).filter(([field]) => only.includes(field))) : values

/** Like useKeptTyping, for a form that holds its fields in its own state. */
export function useKeptState<Value>(
  name: string,
  schema: z.ZodType<Value>,
  first: () => Value,
): [Value, Dispatch<SetStateAction<Value>>, discard: () => void] {
  const [owner] = useState(() => currentUser()?.id)
  const [opened] = useState(() => (owner !== undefined && drafts.read(schema, name, owner)) || first())
  const [value, setValue] = useState(opened)
  useEffect(() => {
    // What nobody typed is not kept: it would hide what has changed at the next visit.
    if (value !== opened && owner !== undefined && currentUser()?.id === owner) drafts.keep(name, owner, value)
  }, [name, owner, value, opened])
  return [value, setValue, () => drafts.drop(name)]
}
