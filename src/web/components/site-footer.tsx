import { Link } from 'react-router'
import { site } from '#content/site.ts'
import { Logo } from './logo.tsx'

export function SiteFooter() {
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
              <span lang="bn">{site.madeIn}</span>
            </address>
          </div>
          {site.footer.map((column) => (
            <FooterColumn key={column.title} {...column} />
          ))}
        </div>
        <div className="inset flex flex-col justify-between gap-2 border-t border-slab-line pt-5 text-small text-slab-2 sm:flex-row">
          <p>
            Copyright © {site.copyrightYear} {site.name}
          </p>
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
        {entries.map(({ label, to }) => (
          <li key={label}>
            <Link to={to} className="hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
