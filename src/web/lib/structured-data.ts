import type { MetaDescriptor } from 'react-router'
import { pictureUrl } from '#content/picture-address.ts'
import { site } from '#content/site.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { leastOf } from './offer.ts'

/*
 * Structured data (schema.org) for search engines, as entries of a page's `meta`. React Router writes them as data blocks,
 * which need no permission in the Content-Security-Policy, and escapes what could end one. Only the server writes them, where
 * crawlers read them: in the browser React would create the script from text, which the pages' policy forbids. Each function
 * checks for the server itself, so that its code is left out of the browser build.
 */

type Reviews = { count: number; mean: number | undefined }

const block = (data: Record<string, unknown>): MetaDescriptor[] => [
  { 'script:ld+json': { '@context': 'https://schema.org', ...data } },
]

/** The manufacturer, with the rating from the reviews on this site once there are any. */
export function organisationData(origin: string, { count, mean }: Reviews): MetaDescriptor[] {
  if (!import.meta.env.SSR) return []
  const [street, town = ''] = site.address
  const rating = mean !== undefined && {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: mean.toFixed(1), bestRating: 5, reviewCount: count },
  }
  return block({
    '@type': 'Organization',
    name: site.name,
    description: site.tagline,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    foundingDate: String(site.facts.founded),
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: site.facts.city,
      postalCode: /\d+/.exec(town)?.[0],
      addressCountry: site.facts.country,
    },
    ...rating,
  })
}

/** A product with its price, in major units. */
export function productData(origin: string, tool: Tool, currency: string): MetaDescriptor[] {
  if (!import.meta.env.SSR) return []
  const least = leastOf(tool)
  return block({
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    image: pictureUrl(tool.img, origin),
    category: tool.category.replaceAll('-', ' '),
    ...(tool.part_number && { sku: tool.part_number, mpn: tool.part_number }),
    brand: { '@type': 'Brand', name: site.name },
    offers: {
      '@type': 'Offer',
      url: `${origin}/tool/${tool._id}`,
      price: tool.price,
      priceCurrency: currency.toUpperCase(),
      availability: `https://schema.org/${tool.available_quantity >= least ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: least },
    },
  })
}

/** A list of products, linked to their pages. */
export function toolListData(origin: string, tools: readonly Pick<Tool, '_id' | 'name'>[]): MetaDescriptor[] {
  if (!import.meta.env.SSR) return []
  return block({
    '@type': 'ItemList',
    itemListElement: tools.map(({ _id, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: `${origin}/tool/${_id}`,
    })),
  })
}
