import { notifyError } from '#web/ui/notify.ts'
import { problemText } from './problem.ts'

/** Tells why something failed where its form cannot: its dialog was closed while it was sent. */
export function tellIfClosed(form: Element | null, error: unknown): void {
  if (!form?.isConnected) void notifyError(problemText(error))
}
