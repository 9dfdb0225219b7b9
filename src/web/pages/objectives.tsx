import { goals } from '#content/goals.ts'
import { home } from '#content/home.ts'
import { objectives } from '#content/objectives.ts'
import { GoalMeasure } from '#web/components/goal-measure.tsx'
import { PageHeading } from '#web/components/page-heading.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { Unbroken } from '#web/ui/unbroken.tsx'

export const meta = () => pageMeta('Goals and objectives', home.goals.text)

/** The goals of the home page, each with why it matters, how it is measured and what is being done. */
export default function ObjectivesPage() {
  return (
    <div className="guides pb-20 lg:pb-28">
      <PageHeading title="Four goals we can be measured by">{home.goals.text}</PageHeading>
      {goals.map((goal) => (
        <SideSection key={goal.title} title={goal.title} note={`Due by the end of ${objectives[goal.title].due}`}>
          <p className="mb-8 max-w-[27em] text-lead">
            <Unbroken>{goal.text}</Unbroken>
          </p>
          <GoalMeasure goal={goal} />
          <Reasons {...objectives[goal.title]} />
        </SideSection>
      ))}
    </div>
  )
}

type ReasonsProps = { why: string; measure: string; steps: readonly string[] }

function Reasons({ why, measure, steps }: ReasonsProps) {
  return (
    <div className="mt-10 grid gap-8 lg:grid-cols-3 lg:gap-9">
      <div>
        <h3 className="pb-2 text-name">Why it matters</h3>
        <p className="text-control text-ink-2">
          <Unbroken>{why}</Unbroken>
        </p>
      </div>
      <div>
        <h3 className="pb-2 text-name">How it is measured</h3>
        <p className="text-control text-ink-2">
          <Unbroken>{measure}</Unbroken>
        </p>
      </div>
      <div>
        <h3 className="pb-2 text-name">What is being done</h3>
        <ol className="grid list-decimal gap-2 pl-6 text-control text-ink-2 marker:font-mono marker:text-[0.75em]">
          {steps.map((step) => (
            <li key={step}>
              <Unbroken>{step}</Unbroken>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
