/** A page that says what its footer link promises. Code inside a text stands between backticks. */
export type TextPage = {
  path: string
  /** What the footer calls it. */
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
  /** `href`: where the value leads, such as a `mailto:` address. */
  rows?: readonly { label: string; value: string; href?: string }[]
  /** Within this site; `file`: not a page, so the browser opens it by itself. */
  links?: readonly { label: string; to: string; file?: true }[]
}
