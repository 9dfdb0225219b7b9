/** What was typed into the form of a dialog, and not sent: there again when the dialog is closed and reopened. */
export type DialogTyping = ReturnType<typeof createDialogTyping>

type Box = { name: string; value: string; type: string; checked?: boolean }

/** Boxes to tick can share a name. */
const keyOf = (name: string, value: string) => `${name}=${value}`

/** For `useState` of what holds the dialog, which outlives the form in it. */
export function createDialogTyping() {
  let typed: ReadonlyMap<string, string> = new Map()

  return {
    /** For the form's `onChange`. */
    keep({ target }: { target: EventTarget }): void {
      const { name, value, type, checked } = target as EventTarget & Box
      const isTick = type === 'checkbox'
      typed = new Map([...typed, isTick ? [keyOf(name, value), checked ? 'yes' : ''] : [name, value]])
    },
    /** What a box starts with. */
    of: (name: string, otherwise: string | number = ''): string => typed.get(name) ?? String(otherwise),
    isTicked: (name: string, value = 'on'): boolean => typed.get(keyOf(name, value)) === 'yes',
    /**
     * Call it when the form is sent: a dialog opened meanwhile is for the next entry.
     * @returns a function for when it was refused, which brings everything back that was not typed anew meanwhile.
     */
    send(): () => void {
      const sent = typed
      typed = new Map()
      return () => {
        typed = new Map([...sent, ...typed])
      }
    },
  }
}
