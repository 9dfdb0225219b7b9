import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { site } from '#content/site.ts'
import { useAction } from '#web/components/profile/use-action.ts'
import { saveAs } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

/** The backup codes, shown only this once. */
export function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  // The focused element disappeared with the previous step.
  useEffect(() => list.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const { run, done, problem } = useAction(() => navigator.clipboard.writeText(text))
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">
        Save these somewhere other than your phone. Each works once when you have no code. We cannot show them again.
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-box border border-line px-5 py-4 font-mono max-xs:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={run}>
          <Copy size={18} strokeWidth={1.75} aria-hidden /> {done ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="outline"
          onClick={() => saveAs(new Blob([`${site.name}\n\n${text}`], { type: 'text/plain' }), 'backup-codes.txt')}
        >
          <Download size={18} strokeWidth={1.75} aria-hidden /> Download
        </Button>
      </div>
      <p role="status" className="sr-only">
        {done && 'The backup codes are copied.'}
      </p>
      <FieldNote id="copy-problem" error={problem && 'Copying did not work. Download them, or write them down.'} />
      <Button variant="primary" onClick={onClose}>
        I have saved them
      </Button>
    </div>
  )
}
