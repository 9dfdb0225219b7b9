import type { ReactNode } from 'react'
import { pictureAddress } from '#content/picture-address.ts'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { ResponsivePicture } from '#web/ui/product-picture.tsx'

type AuthFrameProps = { title: string; lead: string; children: ReactNode }

/** The frame of login and signup: the form in the left half, one large product in the right half. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <div className="grid lg:min-h-[830px] lg:grid-cols-2">
      <div className="page inset py-12 lg:w-full lg:py-24">
        <div className="w-full max-w-[420px] lg:mx-auto">
          <h1 className="text-h1-quiet lg:text-[3.75rem]">{title}</h1>
          <p className="mt-3 mb-8 text-ink-2">{lead}</p>
          <NeedsScript className="mb-8">Accounts need JavaScript, which is turned off in this browser.</NeedsScript>
          {children}
        </div>
      </div>
      <div className="relative hidden overflow-clip border-l border-edge bg-plate lg:block">
        <ResponsivePicture
          className="absolute top-0 left-[-16%] h-full w-auto max-w-none"
          src={pictureAddress('af120')}
          sizes="(min-width: 1000px) 75vw, 1px"
          alt=""
        />
      </div>
    </div>
  )
}
