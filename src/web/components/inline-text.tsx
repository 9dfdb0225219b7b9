import { Unbroken } from '#web/ui/unbroken.tsx'

/** A text from the content files, with code between backticks. */
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
