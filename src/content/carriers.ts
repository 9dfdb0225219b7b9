/** Carriers of parcels from Dhaka, with their tracking pages. */
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

/** The carriers to choose from; any other can be typed. */
export const carrierNames: readonly string[] = carriers.map(({ name }) => name)

/** A carrier's tracking page for a parcel; undefined for a carrier without one, or with none that we know. */
export function trackingUrl(carrier: string, tracking: string): string | undefined {
  const known = carriers.find(({ name }) => name.toLowerCase() === carrier.trim().toLowerCase())
  return known?.track?.(encodeURIComponent(tracking))
}
