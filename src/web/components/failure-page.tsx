import { Button } from '#web/ui/button.tsx'
import { MessageFrame } from './message-frame.tsx'

/** Shown when a page could not be made: what to tell is in `text`. */
export function FailurePage({ text }: { text: string }) {
  return (
    <div className="guides">
      <title>This page did not load</title>
      <MessageFrame title="This page did not load" text={text}>
        <Button look="primary" size="large" className="max-sm:w-full" onClick={() => location.reload()}>
          Retry
        </Button>
      </MessageFrame>
    </div>
  )
}
