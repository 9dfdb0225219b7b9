import { useEffect, useState } from 'react'
import type { OpenBusiness as Open } from '#features/receivables/schema.ts'
import { formatMoney } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem.ts'
import { counted } from '#web/ui/format.ts'

/** What is still open with a user, read when it is asked for: the list of users does not know it. */
export function OpenBusiness({ email }: { email: string }) {
  const said = useOpenBusiness(email)
  return (
    <span role="status" className="block pt-3">
      {said}
    </span>
  )
}

function useOpenBusiness(email: string): string {
  const [said, setSaid] = useState('Looking up what is still open…')
  useEffect(() => {
    let isOver = false
    const say = (text: string) => isOver || setSaid(text)
    openBusinessOf(email).then(
      (open) => say(openWords(open)),
      (error: unknown) => say(`What is still open could not be looked up. ${problemText(error)}`),
    )
    return () => {
      isOver = true
    }
  }, [email])
  return said
}

const openBusinessOf = async (email: string): Promise<Open> =>
  (await api.user[':email'].open.$get({ param: { email: encodeURIComponent(email) } })).json()

export function openWords({ toShip, owed, credit, currency }: Open): string {
  const open = [
    toShip > 0 && `${counted(toShip, 'order')} to ship`,
    owed > 0 && `${formatMoney(owed, currency)} that they owe`,
    credit > 0 && `${formatMoney(credit, currency)} of credit that is theirs`,
  ].filter((each) => each !== false)
  if (open.length === 0) return 'Nothing is left to ship, and nothing is owed.'
  return `Still open: ${new Intl.ListFormat('en-GB').format(open)}. The account stays in this list, to settle that.`
}
