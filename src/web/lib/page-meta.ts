import type { MetaDescriptor } from 'react-router'
import { site } from '#content/site.ts'

/** The title and the description of a page, for its `meta`: for search engines, and for whoever links to it. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  const whole = `${title} · ${site.name}`
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
  ]
}

/** The `handle` of what is shown where there is no page: it has no address of its own. */
export const noPage = { page: 'none' }

/** The `handle` of a page whose own `meta` says what it is and which picture is shown where somebody links to it. */
export const ownPreview = { preview: 'own' }
