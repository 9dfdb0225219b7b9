import { type Goal, goals } from '#content/goals.ts'
import { home } from '#content/home.ts'
import { TextLink } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { GoalMeasure } from './goal-measure.tsx'

/** The goals as rows: what, how much, and the progress from today's value to the target. */
export function GoalsSection() {
  return (
    <section className="section pt-0">
      <div className="page">
        <SectionHeading title={home.goals.title} link={<TextLink to="/objectives">{home.goals.more}</TextLink>}>
          {home.goals.text}
        </SectionHeading>
        <ul className="mt-9 border-t border-edge lg:mt-14">
          {goals.map((goal) => (
            <GoalRow key={goal.title} goal={goal} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function GoalRow({ goal }: { goal: Goal }) {
  return (
    <li className="goal">
      <h3 className="text-[1.625rem]">{goal.title}</h3>
      <p>
        <span className="bg-paper text-ink-2">
          <Unbroken>{goal.text}</Unbroken>
        </span>
      </p>
      <GoalMeasure goal={goal} />
    </li>
  )
}
