import { useState } from 'react'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { KeyList } from './key-list.tsx'

const keys = [
  ['j', 'Next order'],
  ['k', 'Previous order'],
  ['x', 'Choose the order to print it'],
  ['Enter', 'Open the order'],
  ['/', 'Search'],
  ['?', 'These keys'],
] as const

/** Keyboard control of the list: j and k move, x chooses, Enter opens, / searches, ? shows the keys. */
export function DeskKeys() {
  const [telling, setTelling] = useState(false)
  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      x: choose,
      '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.select(),
      '?': () => setTelling(true),
    },
    ['j', 'k'],
  )
  return (
    <>
      <p className="mb-3 text-small text-ink-3 max-lg:hidden">
        <button type="button" className="text-link" onClick={() => setTelling(true)}>
          Keyboard
        </button>
      </p>
      <Dialog title="Keyboard" isOpen={telling} onClose={() => setTelling(false)}>
        <KeyList keys={keys} />
      </Dialog>
    </>
  )
}

/** Chooses the focused row, or undoes that. */
function choose(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}

/** Moves `by` rows from the focused one, or to the first row. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  // The focus may be on the row itself or inside it, such as on its checkbox.
  const here = document.activeElement?.closest('tr')
  const at = rows.findIndex((row) => here?.contains(row))
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
