/** The page behind a footer link. Code within a text is between backticks. */
export type TextPage = {
  path: string
  /** Its name in the footer. */
  name: string
  title: string
  lead: string
  sections: readonly TextSection[]
  /** What a reader should know about the page itself. */
  note: string
}

export type TextSection = {
  title: string
  text?: readonly string[]
  /** `href`: the link of the value, such as a `mailto:` address. */
  rows?: readonly { label: string; value: string; href?: string }[]
  /** Links within this site; `file`: not a page, so the browser opens it itself. */
  links?: readonly { label: string; to: string; file?: true }[]
}
