/** Who carries parcels from Dhaka, with the page on which each says where a parcel is. */
const carriers: readonly { name: string; track?: (tracking: string) => string }[] = [
  { name: 'DHL', track: (n) => `https://www.dhl.com/en/express/tracking.html?AWB=${n}` },
  { name: 'FedEx', track: (n) => `https://www.fedex.com/fedextrack/?trknbr=${n}` },
  { name: 'UPS', track: (n) => `https://www.ups.com/track?tracknum=${n}` },
  { name: 'Aramex', track: (n) => `https://www.aramex.com/track/results?ShipmentNumber=${n}` },
  { name: 'Pathao', track: (n) => `https://merchant.pathao.com/tracking?consignment_id=${n}` },
  { name: 'Steadfast', track: (n) => `https://steadfast.com.bd/t/${n}` },
  { name: 'Sundarban' },
  { name: 'SA Paribahan' },
  { name: 'Own van' },
]

/** To choose from; any other can be typed. */
export const carrierNames: readonly string[] = carriers.map(({ name }) => name)

/** Where a carrier says how far a parcel is; undefined for who has no such page, or none that we know. */
export function trackingUrl(carrier: string, tracking: string): string | undefined {
  const known = carriers.find(({ name }) => name.toLowerCase() === carrier.trim().toLowerCase())
  return known?.track?.(encodeURIComponent(tracking))
}
