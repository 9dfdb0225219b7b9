import { pictureAddress } from '#content/picture-address.ts'
import { messages } from '#content/messages.ts'
import { ResponsivePicture } from '#web/ui/product-picture.tsx'
import { StatusPage } from './status-page.tsx'
import { ToTools } from './to-tools.tsx'

const nothing = 'Nothing is connected to this address. The tools list is a good place to start again.'

/** Two unplugged connectors; the dimension line between them reads 404. */
export function NotFoundPage({ text = nothing }: { text?: string | undefined }) {
  return (
    <div className="guides overflow-clip">
      <title>{messages.notFoundTitle}</title>
      <div className="relative left-1/2 -mb-16 w-[max(100%,660px)] -translate-x-1/2 max-sm:left-[59%] lg:-mb-[8.5vw]">
        <ResponsivePicture
          src={pictureAddress('unplug', 1280)}
          alt="Two power connectors that lie apart"
          height={640}
          className="h-auto w-full"
          sizes="max(100vw, 660px)"
          first
        />
        <Gap />
      </div>
      <StatusPage title={messages.notFoundTitle} text={text}>
        <ToTools />
      </StatusPage>
    </div>
  )
}

/** The distance between the connectors, drawn over the picture in the picture's own pixels. */
function Gap() {
  return (
    <svg className="gap-line" viewBox="0 0 1200 600" aria-hidden="true">
      <path className="extension" d="M484 150V274M697 150V306" />
      <path d="M484 172H697M484 161V183M697 161V183" />
      <text className="display" x="590" y="152" textAnchor="middle">
        404
      </text>
    </svg>
  )
}
