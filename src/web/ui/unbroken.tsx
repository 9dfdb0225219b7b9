import type { ReactNode } from 'react'
import { wholesIn } from './wholes.ts'

/**
 * A text in which no line breaks inside what reads as one: a name such as "12V-2x6", a figure and its unit. The characters stay
 * the same, so that the text can be found and copied as written.
 */
export function Unbroken({ children: text }: { children: string }): ReactNode {
  return wholesIn(text).map(({ part, whole }, index) =>
    whole ? (
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
