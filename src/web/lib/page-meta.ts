import { site } from '#content/site.ts'

/** The title and the description of a page, for its `meta`. */
export function pageMeta(title: string, description: string) {
  return [{ title: `${title} · ${site.name}` }, { name: 'description', content: description }]
}
