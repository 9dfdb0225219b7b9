import type { ReactNode } from 'react'
import { langOf } from '#shared/language.ts'

/**
 * What a person wrote, inside a sentence of ours: in its own language, so that it is read out in the right voice, and in
 * its own direction, so that a name written from right to left takes no number beside it along. Where it fills an element,
 * that element has `lang={langOf(text)}` instead.
 */
export function Spoken({ children: text }: { children: string }): ReactNode {
  return <bdi lang={langOf(text)}>{text}</bdi>
}
