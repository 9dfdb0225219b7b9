import { useSettings } from '#web/lib/settings.ts'

/** Says where messages end up when the shop has no mail server. */
export function MailNote() {
  if (useSettings()?.mail !== 'kept') return null
  return (
    <p className="mt-4 text-small text-ink-2">
      This shop has no mail server: its messages stay in the <code className="text-[0.9em]">outbox</code> folder of its
      data directory.
    </p>
  )
}
