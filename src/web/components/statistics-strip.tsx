import { home } from '#content/home.ts'
import { site } from '#content/site.ts'
import { TextLink } from '#web/ui/button.tsx'

/** The business in four figures; `more` adds a link to the details. */
export function StatisticsStrip({ more = false }: { more?: boolean }) {
  return (
    <section className="bg-slab text-slab-ink" aria-label="Business summary">
      <div className="page">
        <div className="ruler text-slab-2" />
        <dl className="statistics">
          {site.statistics.map(({ figure, unit, suffix, label }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="pt-3.5 text-slab-2">{label}</dt>
              <dd className="statistics-figure">
                {figure}
                <span className="text-lime">
                  {unit}
                  {suffix}
                </span>
              </dd>
            </div>
          ))}
        </dl>
        {more && (
          <p className="inset border-t border-slab-line py-6">
            <TextLink to="/businesssummery">{home.statistics.more}</TextLink>
          </p>
        )}
      </div>
    </section>
  )
}
