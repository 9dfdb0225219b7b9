import { useState } from 'react'

/** The picture at an address on its plate, as cards show it, or why there is none. Give it the address as its key. */
export function PicturePreview({ src }: { src: string | undefined }) {
  const [failed, setFailed] = useState(false)
  if (src !== undefined && !failed) {
    return (
      <span className="picture block">
        <img src={src} alt="How the product will look" width={880} height={660} onError={() => setFailed(true)} />
      </span>
    )
  }
  return (
    <p className="picture flex items-end p-5 text-small text-ink" role="status">
      {failed ? 'There is no picture at this address.' : 'The picture appears here as it will look in the shop.'}
    </p>
  )
}
