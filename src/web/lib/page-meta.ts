import type { MetaDescriptor } from 'react-router'
import { site } from '#content/site.ts'

/** The title and description of a page, for its `meta`: for search engines and link previews. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  const whole = `${title} · ${site.name}`
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
  ]
}

/** The `handle` of the not-found page, which has no URL of its own. */
export const noPage = { page: 'none' }

/** The `handle` of a page whose own `meta` defines its link preview, including the picture. */
export const ownPreview = { preview: 'own' }
