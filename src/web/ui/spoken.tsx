import type { ReactNode } from 'react'
import { langOf } from '#shared/language.ts'

/**
 * What a person wrote, inside a sentence of ours: in its own language, so that it is read out in the right voice. Where
 * it fills an element, that element has `lang={langOf(text)}` instead.
 */
export function Spoken({ children: text }: { children: string }): ReactNode {
  const lang = langOf(text)
  return lang ? <span lang={lang}>{text}</span> : text
}
