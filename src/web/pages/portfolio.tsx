import { mailTo } from '#content/contact.ts'
import { portfolio, portfolioNote } from '#content/portfolio.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { TextLink } from '#web/ui/button.tsx'
import { LabelledRows } from '#web/ui/labelled-rows.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'

const { name, role, place, email, summary, education, technologies, projects, links } = portfolio

export const meta = () => pageMeta(`MyPortfolio: ${name}`, summary)

/** Who built the site: details, education, technologies, projects. */
export default function PortfolioPage() {
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title={name}>{summary}</PageHeading>
      <SideSection title="Details" note={portfolioNote}>
        <LabelledRows
          rows={[
            { key: 'role', label: 'Role', value: role },
            { key: 'place', label: 'Place', value: place },
            { key: 'email', label: 'E-mail', value: <TextLink to={mailTo(email)}>{email}</TextLink> },
            ...links.map(({ label, href }) => ({
              key: label,
              label,
              value: <TextLink to={href}>{hostOf(href)}</TextLink>,
            })),
          ]}
        />
      </SideSection>
      <SideSection title="Education">
        <LabelledRows
          rows={education.map(({ degree, place: school, from, to, note }) => ({
            key: degree,
            label: `${from} to ${to}`,
            value: (
              <>
                <h3 className="text-h3">{degree}</h3>
                <p className="mt-1.5">{school}</p>
                <p className="text-ink-2">{note}</p>
              </>
            ),
          }))}
        />
      </SideSection>
      <SideSection title="Technologies">
        <LabelledRows
          rows={technologies.map(({ group, names }) => ({ key: group, label: group, value: names.join(', ') }))}
        />
      </SideSection>
      <SideSection title="Projects">
        <Projects />
      </SideSection>
    </div>
  )
}

function Projects() {
  return (
    <div className="project-cells cells">
      {projects.map(({ name: project, description, technologies: used, href }) => (
        <article key={project} className="project">
          <h3>
            <TextLink to={href}>{project}</TextLink>
          </h3>
          <p className="mt-3 text-ink-2">
            <Unbroken>{description}</Unbroken>
          </p>
          <p className="label mt-4 whitespace-normal">{used.join(', ')}</p>
        </article>
      ))}
    </div>
  )
}

const hostOf = (href: string): string => new URL(href).host
