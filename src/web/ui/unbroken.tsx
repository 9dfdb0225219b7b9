import type { ReactNode } from 'react'
import { wholesIn } from './wholes.ts'

/**
 * A text in which no line ends inside what is read as one: a name such as "12V-2x6", a figure and its unit. Its letters
 * stay as they are, so that it is found and copied as it was written.
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
