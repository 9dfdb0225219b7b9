import type { ReactNode } from 'react'

type Kind = 'success' | 'error'
const listeners = new Set<() => void>()
let wanted = false

/** Whether any toast was asked for yet: until then the toast library is not loaded. */
export const toastsWanted = (): boolean => wanted

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function notify(kind: Kind, message: ReactNode): Promise<void> {
  wanted = true
  for (const listener of listeners) listener()
  const { toast } = await import('react-toastify/unstyled')
  toast[kind](message)
}

/** Shows a toast at the top right for 5 s. */
export const notifySuccess = (message: ReactNode): Promise<void> => notify('success', message)
export const notifyError = (message: ReactNode): Promise<void> => notify('error', message)
