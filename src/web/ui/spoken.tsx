import type { ReactNode } from 'react'
import { langOf } from '#shared/language.ts'
import { Unbroken } from './unbroken.tsx'

/**
 * Text that a person wrote, inside a sentence of ours: with its own language, so that it is read out in the right voice, and
 * its own direction, so that a right-to-left name does not reorder a number beside it. If it fills an element, set
 * `lang={langOf(text)}` on that element instead.
 */
export function Spoken({ children: text }: { children: string }): ReactNode {
  return (
    <bdi lang={langOf(text)}>
      <Unbroken>{text}</Unbroken>
    </bdi>
  )
}
