import { useState } from 'react'
import { unitPriceFor, type Offer } from '#features/pricing/rules.ts'
import type { Minor } from '#shared/money.ts'

/**
 * The offer that a form orders at, and how its price for a quantity differs from the one the user agreed to: initially the
 * first offer shown, and after a price change the new one once `agree` is called. Money in minor units.
 */
export function useAgreedOffer(listed: Offer) {
  const key = JSON.stringify(listed)
  const [told, setTold] = useState<{ listed: string; price: Minor }>()
  const [agreed, setAgreed] = useState(listed)
  // The price from the server's answer counts until the product itself arrives with another price.
  const offer = told?.listed === key ? { ...listed, price: told.price, priceBreaks: [] } : listed
  return {
    offer,
    changeFor(quantity: number) {
      const [from, to] = [unitPriceFor(quantity, agreed), unitPriceFor(quantity, offer)]
      return from === to ? undefined : { from, to }
    },
    agree: () => setAgreed(offer),
    tell: (price: Minor) => setTold({ listed: key, price }),
  }
}
