import { site } from '#content/site.ts'
import { mailTo, telephone } from '#content/contact.ts'
import { TextLink } from '#web/ui/button.tsx'

/** The end of a sentence that says how to reach the shop: "write to … or call …". */
export function ContactWays() {
  return (
    <>
      write to <TextLink to={mailTo(site.email)}>{site.email}</TextLink> or call{' '}
      <TextLink to={telephone(site.phone)} className="whitespace-nowrap">
        {site.phone}
      </TextLink>
    </>
  )
}
