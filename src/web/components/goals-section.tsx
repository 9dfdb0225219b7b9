import { type Goal, goals } from '#content/goals.ts'
import { home } from '#content/home.ts'
import { MeasureLine } from '#web/ui/measure-line.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'

/** Goals as rows: what, how much, and where it stands between today and the target. */
export function GoalsSection() {
  return (
    <section className="section pt-0">
      <div className="page">
        <SectionHeading title={home.goals.title}>{home.goals.text}</SectionHeading>
        <ul className="mt-9 border-t lg:mt-14 border-edge">
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
        <span className="bg-paper text-ink-2">{goal.text}</span>
      </p>
      <div className="goal-measure">
        <p className="label flex justify-between pb-2">
          <span>{goal.todayLabel}</span>
          <span className="text-ink-2">
            {goal.from} to {goal.to}
          </span>
        </p>
        <MeasureLine
          from={goal.from}
          to={goal.to}
          parts={40}
          majorEvery={10}
          bar={goal.today}
          mark={goal.target}
          markLabel={goal.targetLabel}
        />
        <p className="sr-only">Target: {goal.targetLabel}</p>
      </div>
    </li>
  )
}
