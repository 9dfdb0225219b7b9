import { FileSpreadsheet } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { piecesIn, type Table, type ReadRow } from '#web/lib/quick-order/reading.ts'
import { readFile, readPasted, UnreadableFile } from '#web/lib/quick-order/read-file.ts'
import { problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote, TextAreaField } from '#web/ui/field.tsx'
import { PartBox } from './part-box.tsx'

type ListInputProps = {
  /** The text in the box for pasting. */
  text: string
  onText: (text: string) => void
  /** `pasted` is the text that the table was read from, unless that was a file. */
  onTake: (table: Table, pasted?: string) => void
  onAdd: (row: ReadRow) => void
  onProblem: (message: string | undefined) => void
  problem: string | undefined
}

/** The ways to fill the list: pasting, a file, or typing row by row. */
export function ListInput({ text, onText, onTake, onAdd, onProblem, problem }: ListInputProps) {
  const id = useId()
  const [isReading, setReading] = useState(false)

  async function read(table: Promise<Table>, pasted?: string): Promise<void> {
    setReading(true)
    try {
      onTake(await table, pasted)
    } catch (error) {
      onProblem(error instanceof UnreadableFile ? error.message : problemText(error))
    } finally {
      setReading(false)
    }
  }
  function check(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    void read(readPasted(text), text)
  }

  return (
    <div className="quick-input">
      <form method="post" onSubmit={check} className="grid content-start gap-4">
        <TextAreaField
          label="Paste part numbers and quantities"
          hint="From a spreadsheet or an e-mail: one product per row."
          rows={6}
          spellCheck={false}
          placeholder={'WW-PS-850M\t20\nWW-FN-120L\t100'}
          value={text}
          onChange={({ target }) => onText(target.value)}
          error={problem}
        />
        <div>
          <Button type="submit" busy={isReading} busyLabel="Reading">
            Check the list
          </Button>
        </div>
      </form>
      <div className="grid content-start gap-6">
        <div>
          <label className="upload">
            <FileSpreadsheet size={20} strokeWidth={1.75} aria-hidden />
            <span>
              <span className="font-[540]">Use a file</span>
              <span className="block text-small text-ink-2">Choose a CSV or XLSX file, or drop it here.</span>
            </span>
            <input
              type="file"
              accept=".csv,.tsv,.txt,.xlsx"
              aria-describedby={`${id}-file`}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file) void read(readFile(file))
                // Lets the same file be chosen again.
                target.value = ''
              }}
            />
          </label>
          <FieldNote id={`${id}-file`} hint="Up to 5 MB and 2,000 rows." />
        </div>
        <TypedRow onAdd={onAdd} />
      </div>
    </div>
  )
}

/** Adds one row, suggesting product names while typing. */
function TypedRow({ onAdd }: Pick<ListInputProps, 'onAdd'>) {
  const [part, setPart] = useState('')
  const [pieces, setPieces] = useState('')

  function add(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (part.trim() === '') return event.currentTarget.querySelector('input')?.focus()
    onAdd({ part: part.trim(), quantity: piecesIn(pieces) })
    setPart('')
    setPieces('')
    event.currentTarget.querySelector('input')?.focus()
    return undefined
  }
  return (
    <form method="post" onSubmit={add} className="quick-typed">
      <PartBox value={part} onChange={setPart} />
      <label>
        <span className="field-label">Pieces</span>
        <input
          className="field-box"
          inputMode="numeric"
          autoComplete="off"
          value={pieces}
          onChange={({ target }) => setPieces(target.value)}
        />
      </label>
      <Button type="submit" variant="outline">
        Add row
      </Button>
    </form>
  )
}
