import { ArrowRight } from 'lucide-react'
import { messages } from '#content/messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { MessageFrame } from './message-frame.tsx'

/** Two connectors that lie apart; the dimension line between them reads 404. */
export function NotFoundPage() {
  return (
    <div className="guides overflow-clip">
      <title>{messages.notFoundTitle}</title>
      <div className="relative left-1/2 -mb-16 w-[max(100%,660px)] -translate-x-1/2 max-sm:left-[59%] lg:-mb-[8.5vw]">
        <img
          src="/products/unplug.webp"
          alt="Two power connectors that lie apart"
          width={1200}
          height={600}
          className="h-auto w-full"
          fetchPriority="high"
        />
        <Gap />
      </div>
      <MessageFrame
        title={messages.notFoundTitle}
        text="Nothing is connected to this address. The tools list is a good place to start again."
      >
        <ButtonLink to="/tools" look="primary" size="large" className="max-sm:w-full">
          See tools and prices <ArrowRight size={20} strokeWidth={1.75} aria-hidden />
        </ButtonLink>
      </MessageFrame>
    </div>
  )
}

/** The distance between the connectors, drawn over the picture in its own pixels. */
function Gap() {
  return (
    <svg className="gap-line" viewBox="0 0 1200 600" aria-hidden="true">
      <path className="extension" d="M372 150V291M636 150V291" />
      <path d="M372 172H636M372 161V183M636 161V183" />
      <text className="display" x="504" y="152" textAnchor="middle">
        404
      </text>
    </svg>
  )
}
