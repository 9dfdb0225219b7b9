import { Unbroken } from '#web/ui/unbroken.tsx'

/** A text of the content files, whose code stands between backticks. */
export function InlineText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="inline-code">
        {part}
      </code>
    ) : (
      <Unbroken key={index}>{part}</Unbroken>
    ),
  )
}
