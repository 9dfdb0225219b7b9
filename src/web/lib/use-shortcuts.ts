import { useEffect, useEffectEvent } from 'react'

/** A page's actions by key. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Elements that take text input themselves; checkboxes and radio buttons do not. */
const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]'

/** Whether a key press belongs elsewhere: to a focused text field, a dialog or a key combination. */
const isTaken = ({ target, metaKey, ctrlKey, altKey, isComposing }: KeyboardEvent): boolean =>
  metaKey ||
  ctrlKey ||
  altKey ||
  isComposing ||
  (target instanceof Element && target.closest(typedInto) !== null) ||
  document.querySelector('dialog[open]') !== null

/** The action of a key press: a held key acts once, unless it is in `goingOn`. */
export function actOf(
  { key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>,
  shortcuts: Shortcuts,
  goingOn: readonly string[] = [],
): (() => void) | undefined {
  return repeat && !goingOn.includes(key) ? undefined : shortcuts[key]
}

/** Single-key shortcuts for frequent actions. They are inactive while typing. */
export function useShortcuts(shortcuts: Shortcuts, goingOn?: readonly string[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event, shortcuts, goingOn)
    if (!act || isTaken(event)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const here = new AbortController()
    addEventListener('keydown', (event) => press(event), { signal: here.signal })
    return () => here.abort()
  }, [])
}
