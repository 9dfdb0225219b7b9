import { useEffect, useId, useState } from 'react'
import { api } from '#web/lib/api.ts'

type Suggestion = { part: string; name: string }

/** How long to wait after the last keystroke before searching for products, in milliseconds. */
const pauseMs = 200

type PartBoxProps = {
  value: string
  onChange: (value: string) => void
  /** The id of a note elsewhere that says what is wrong with it. */
  errorAt?: string | undefined
  /** The id of the form that Enter sends, if not the one around it. */
  form?: string
}

/** A box for a part number or a name, suggesting products that begin with it. */
export function PartBox({ value, onChange, errorAt, form }: PartBoxProps) {
  const id = useId()
  const found = useSuggestions(value.trim())
  return (
    <label>
      <span className="field-label">Part number or name</span>
      <input
        className="field-box"
        autoComplete="off"
        spellCheck={false}
        list={id}
        form={form}
        aria-describedby={errorAt}
        aria-invalid={errorAt ? true : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {found.map(({ part, name }) => (
          <option key={part} value={part}>
            {name}
          </option>
        ))}
      </datalist>
    </label>
  )
}

function useSuggestions(words: string): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([])
  useEffect(() => {
    if (words.length < 2) return undefined
    let isOver = false
    const timer = setTimeout(() => {
      suggestionsFor(words).then(
        (suggestions) => isOver || setFound(suggestions),
        // No suggestions then: the product is looked up when the row is added.
        () => undefined,
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [words])
  return found
}

async function suggestionsFor(words: string): Promise<Suggestion[]> {
  const tools = await (await api.tool.$get({ query: { q: words.slice(0, 100), limit: '8' } })).json()
  return tools.map(({ part_number, name }) => ({ part: part_number || name, name }))
}
