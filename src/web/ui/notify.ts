import type { ComponentType, ReactNode } from 'react'

type Kind = 'success' | 'error'
type Toasts = {
  /** The component that shows toasts, loaded with the first one. */
  Toaster?: ComponentType
  /** Messages shown without it. */
  plain: readonly { message: ReactNode }[]
}

const listeners = new Set<() => void>()
let toasts: Toasts = { plain: [] }

export const toastsNow = (): Toasts => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: Partial<Toasts>): void {
  toasts = { ...toasts, ...next }
  for (const listener of listeners) listener()
}

async function notify(kind: Kind, message: ReactNode): Promise<void> {
  // Without a connection, or after a new release, the code may not load: the message has to appear all the same.
  const code = await import('./toaster.tsx').catch(() => undefined)
  if (!code) return showPlain(message)
  change({ Toaster: code.Toaster })
  code.toast[kind](message)
}

function showPlain(message: ReactNode): void {
  const shown = { message }
  change({ plain: [...toasts.plain, shown] })
  const timer = setInterval(() => {
    // While the pointer or the focus is on a toast, someone is still reading it (WCAG 2.2.1).
    if (document.querySelector('.Toastify__toast:is(:hover, :focus-within)')) return
    clearInterval(timer)
    change({ plain: toasts.plain.filter((each) => each !== shown) })
  }, 5000)
}

/** Shows a toast at the top right for 5 s. */
export const notifySuccess = (message: ReactNode): Promise<void> => notify('success', message)
export const notifyError = (message: ReactNode): Promise<void> => notify('error', message)
