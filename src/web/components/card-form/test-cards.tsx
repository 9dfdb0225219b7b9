import { groupDigits } from '#sandbox/card/card-number.ts'
import { testCards } from '#sandbox/card/test-cards.ts'
import { Table } from '#web/ui/table.tsx'

/** The numbers the sandbox takes. */
export default function TestCards() {
  return (
    <section aria-label="Test cards">
      <Table caption="Test cards and what paying with them does">
        <thead>
          <tr>
            <th scope="col">Test card</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {testCards.map(({ number, label }) => (
            <tr key={number}>
              <td className="label">{groupDigits(number)}</td>
              <td className="text-small">{label}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-small text-ink-3">Any future date and any CVC.</p>
    </section>
  )
}
