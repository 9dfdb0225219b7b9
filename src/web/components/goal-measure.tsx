import type { Goal } from '#content/goals.ts'
import { MeasureLine } from '#web/ui/measure-line.tsx'

/** Progress on a goal: an ink bar up to today, the lime mark at the target. */
export function GoalMeasure({ goal }: { goal: Goal }) {
  return (
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
  )
}
