import { useEffect, useEffectEvent } from 'react'

/** What a key does on a page, by the key. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** What takes letters itself, and not what is only ticked. */
const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]'

/** Whether a key belongs to what has the focus: to whoever types, and to dialogs. */
const isTaken = ({ target, metaKey, ctrlKey, altKey, isComposing }: KeyboardEvent): boolean =>
  metaKey ||
  ctrlKey ||
  altKey ||
  isComposing ||
  (target instanceof Element && target.closest(typedInto) !== null) ||
  document.querySelector('dialog[open]') !== null

/** What a key that was pressed does: one that is held does it once, unless it is among those that go on. */
export function actOf(
  { key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>,
  shortcuts: Shortcuts,
  goingOn: readonly string[] = [],
): (() => void) | undefined {
  return repeat && !goingOn.includes(key) ? undefined : shortcuts[key]
}

/** Single keys for what is done often, as in other tools. Nobody who types meets them. */
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
