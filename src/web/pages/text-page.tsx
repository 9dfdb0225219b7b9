import { data } from 'react-router'
import { textPages } from '#content/company.ts'
import type { TextSection } from '#content/text-page.ts'
import { InlineText } from '#web/components/inline-text.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { TextLink } from '#web/ui/button.tsx'
import { LabelledRows } from '#web/ui/labelled-rows.tsx'
import type { Route } from './+types/text-page'

/** The page from the content files at this address. */
export function loader({ url }: Route.LoaderArgs) {
  const address = url.pathname.replace(/\/$/, '')
  const page = textPages.find(({ path }) => path === address)
  if (!page) throw data(undefined, { status: 404 })
  return page
}

export const meta = ({ loaderData }: Route.MetaArgs) => (loaderData ? pageMeta(loaderData.name, loaderData.lead) : [])

/** A page linked in the footer: a title, a sentence, and sections. */
export default function TextPage({ loaderData: { title, lead, sections, note } }: Route.ComponentProps) {
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title={title}>{lead}</PageHeading>
      {sections.map((section) => (
        <SideSection key={section.title} title={section.title}>
          <SectionBody {...section} />
        </SideSection>
      ))}
      <div className="page">
        <div className="inset border-t border-edge pt-7">
          <p className="max-w-[40em] bg-paper text-small text-ink-3">{note}</p>
        </div>
      </div>
    </div>
  )
}

function SectionBody({ text = [], rows = [], links = [] }: TextSection) {
  return (
    <div className="grid justify-items-start gap-5">
      {rows.length > 0 && (
        <div className="w-full">
          <LabelledRows
            rows={rows.map(({ label, value, href }) => ({
              key: label,
              label: <InlineText text={label} />,
              value: href ? <TextLink to={href}>{value}</TextLink> : <InlineText text={value} />,
            }))}
          />
        </div>
      )}
      {text.map((paragraph) => (
        <p key={paragraph} className="max-w-[34em]">
          <InlineText text={paragraph} />
        </p>
      ))}
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-7 gap-y-3">
          {links.map(({ label, to, file = false }) => (
            <li key={to}>
              <TextLink to={to} reloadDocument={file}>
                {label}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
