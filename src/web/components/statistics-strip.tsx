import { site } from '#content/site.ts'

/** The business in four figures. */
export function StatisticsStrip() {
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
      </div>
    </section>
  )
}
