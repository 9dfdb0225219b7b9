import { useState } from 'react'

/**
 * The price that a form orders at, in major units, and how it differs from the one its user has agreed to: that is the
 * first one shown, and after a change the new one as soon as `agree` says that they went on.
 */
export function useAgreedPrice(listed: number) {
  const [told, setTold] = useState<{ listed: number; price: number }>()
  const [agreed, setAgreed] = useState(listed)
  // What the server told counts until the product itself arrives with another price.
  const unitPrice = told?.listed === listed ? told.price : listed
  return {
    unitPrice,
    change: agreed === unitPrice ? undefined : { from: agreed, to: unitPrice },
    agree: () => setAgreed(unitPrice),
    tell: (price: number) => setTold({ listed, price }),
  }
}
