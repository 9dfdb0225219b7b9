import { ImageUp } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { problemText } from '#web/lib/problem.ts'
import { uploadPicture } from '#web/lib/upload-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

type State = { share?: number; problem?: string; done?: true }

/** A picture from this device: chosen, dropped on the field or pasted on the page. `onUploaded` gets its address. */
export function PictureUpload({ onUploaded }: { onUploaded: (img: string) => void }) {
  const id = useId()
  const [{ share, problem, done }, setState] = useState<State>({})
  const input = useRef<HTMLInputElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function take(file: File | undefined): Promise<void> {
    if (!file || share !== undefined) return
    const { signal } = (running.current = new AbortController())
    setState({ share: 0 })
    try {
      const img = await uploadPicture(file, (sent) => signal.aborted || setState({ share: sent }), signal)
      if (signal.aborted) return
      onUploaded(img)
      end({ done: true })
    } catch (error) {
      if (!signal.aborted) end({ problem: problemText(error) })
    }
  }
  function cancel(): void {
    running.current?.abort()
    end({})
  }
  function end(state: State): void {
    // The button goes, and would take the focus with it.
    if (document.activeElement === cancelButton.current) input.current?.focus()
    setState(state)
  }
  usePastedPicture((file) => void take(file))

  return (
    <div>
      <label className="upload">
        <ImageUp size={20} strokeWidth={1.75} aria-hidden />
        <span>
          <span className="font-[540]">Upload a picture</span>
          <span className="block text-small text-ink-2">Choose a file, drop it here or paste it.</span>
        </span>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-describedby={`${id}-note`}
          aria-invalid={problem === undefined ? undefined : true}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // So that the same file can be chosen again.
            target.value = ''
          }}
        />
      </label>
      {share !== undefined && (
        <div className="flex items-center gap-3 pt-3">
          <progress className="upload-progress" aria-label="Uploading" value={share} />
          <Button ref={cancelButton} variant="outline" size="small" onClick={cancel}>
            Cancel upload
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {share !== undefined && (share < 1 ? 'Uploading the picture' : 'Preparing the picture')}
        {done && 'Picture uploaded. Save the product to use it.'}
      </p>
      <FieldNote
        id={`${id}-note`}
        error={problem}
        hint="JPEG, PNG, WebP or AVIF, up to 8 MB. Smaller sizes are made for you."
      />
    </div>
  )
}

/** Takes a picture pasted anywhere on the page. If text was copied along with it, as from a spreadsheet cell, the text wins. */
function usePastedPicture(take: (file: File) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event
    const file = clipboardData?.files[0]
    if (!file?.type.startsWith('image/') || clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    take(file)
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
