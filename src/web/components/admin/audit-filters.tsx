import { useId } from 'react'
import { Form, useSubmit } from 'react-router'
import { actionNames, auditAreas, type AuditQuery } from '#features/audit/schema.ts'
import { lastDay } from '#shared/days.ts'
import { Button } from '#web/ui/button.tsx'
import { FollowingInput } from '#web/ui/following-input.tsx'

const areaNames = { staff: 'Staff', account: 'Accounts' } as const
const areaOf = (action: string) => (action.startsWith('account.') ? 'account' : 'staff')

/** Filters the list by words, action and days, all kept in the address. */
export function AuditFilters({ shown }: { shown: AuditQuery }) {
  const id = useId()
  return (
    <Form role="search" className="audit-filters">
      {shown.actor && <input type="hidden" name="actor" value={shown.actor} />}
      {shown.subject && <input type="hidden" name="subject" value={shown.subject} />}
      <label htmlFor={id}>
        <span className="field-label">E-mail, product or number</span>
        <FollowingInput id={id} type="search" name="q" className="field-box" value={shown.q} maxLength={100} />
      </label>
      <ActionChoice chosen={shown.action} />
      <Day name="from" label="From" day={shown.from} />
      <Day name="to" label="To" day={shown.to} />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  )
}

function ActionChoice({ chosen = '' }: { chosen: string | undefined }) {
  const submit = useSubmit()
  return (
    <label>
      <span className="field-label">What was done</span>
      <select
        // Going back changes the address: the key resets the choice to match it.
        key={chosen}
        name="action"
        className="field-box"
        defaultValue={chosen}
        onChange={(event) => void submit(event.currentTarget.form)}
      >
        <option value="">Everything</option>
        {auditAreas.map((area) => (
          <optgroup key={area} label={areaNames[area]}>
            <option value={area}>All by {areaNames[area].toLowerCase()}</option>
            {Object.entries(actionNames)
              .filter(([action]) => areaOf(action) === area)
              .map(([action, name]) => (
                <option key={action} value={action}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

function Day({ name, label, day }: { name: string; label: string; day: string | undefined }) {
  const id = useId()
  return (
    <label htmlFor={id}>
      <span className="field-label">{label}</span>
      <FollowingInput id={id} type="date" name={name} className="field-box" value={day} max={lastDay} />
    </label>
  )
}
