import { Link, useMatches } from 'react-router'
import { site } from '#content/site.ts'
import { shortFooter } from '#web/lib/short-footer.ts'
import { Logo } from './logo.tsx'

/** The page footer; under pages to work on, only the required lines. */
export function SiteFooter() {
  const short = useMatches().some(({ handle }) => handle === shortFooter)
  return short ? <ShortFooter /> : <WholeFooter />
}

function ShortFooter() {
  return (
    <footer className="border-t border-edge">
      <div className="page inset flex flex-wrap justify-between gap-x-10 gap-y-2 py-6 text-small text-ink-2">
        <Copyright />
        <ul className="flex flex-wrap gap-x-7 gap-y-2">
          {[...site.footer[2].entries, site.footer[1].entries[1]].map((entry) => (
            <FooterLink key={entry.to} {...entry} />
          ))}
        </ul>
      </div>
    </footer>
  )
}

function Copyright() {
  return (
    <p>
      Copyright © {site.copyrightYear} {site.name}
    </p>
  )
}

function WholeFooter() {
  return (
    <footer className="relative overflow-clip bg-slab text-slab-ink">
      <div className="ruler text-slab-2" />
      <div className="page">
        <div className="inset columns gap-y-12 pt-16 pb-15 lg:pt-18 lg:pb-19">
          <div className="col-span-12 lg:col-span-6">
            <Logo />
            <address className="mt-5 leading-[1.7] text-slab-2 not-italic">
              {site.address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
              <span className="font-made-in" lang="bn">
                {site.madeIn}
              </span>
            </address>
          </div>
          {site.footer.map((column) => (
            <FooterColumn key={column.title} {...column} />
          ))}
        </div>
        <div className="inset flex flex-col justify-between gap-2 border-t border-slab-line pt-5 text-small text-slab-2 sm:flex-row">
          <Copyright />
          <p className="label">{site.position.text}</p>
        </div>
      </div>
      <div className="wordmark" data-name={site.name} aria-hidden="true" />
    </footer>
  )
}

type FooterColumnProps = { title: string; entries: readonly { label: string; to: string }[] }

function FooterColumn({ title, entries }: FooterColumnProps) {
  return (
    <div className="col-span-6 sm:col-span-4 lg:col-span-2">
      <h2 className="footer-title">{title}</h2>
      <ul className="mt-4.5 grid gap-2.5">
        {entries.map((entry) => (
          <FooterLink key={entry.to} {...entry} />
        ))}
      </ul>
    </div>
  )
}

function FooterLink({ label, to }: { label: string; to: string }) {
  return (
    <li>
      <Link to={to} className="hover:underline">
        {label}
      </Link>
    </li>
  )
}
