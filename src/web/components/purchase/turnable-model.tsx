import { useEffect, useRef, useState } from 'react'
import { messages } from '#content/messages.ts'
import { isLostConnection } from '#web/lib/problem.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const problems = {
  failed: 'This browser cannot show the 3D model.',
  offline: messages.codeMissing,
}

/** The product as a model to turn by hand. Its code and geometry are fetched when it is first shown. */
export function TurnableModel({ model, name }: { model: string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed' | 'offline'>('loading')

  useEffect(() => {
    let end: (() => void) | undefined
    let left = false
    const show = async () => {
      if (!canvas.current) return
      const { showModel } = await import('#models3d/viewer.ts')
      end = await showModel(canvas.current, model)
      if (left) end()
      else setState('shown')
    }
    show().catch((error: unknown) => setState(isLostConnection(error) ? 'offline' : 'failed'))
    return () => {
      left = true
      end?.()
    }
  }, [model])

  return (
    <div className="aspect-4/3 w-full">
      {/* As large as the plate behind it, so that the shadow ends inside it. */}
      <canvas
        ref={canvas}
        className="absolute inset-0 size-full cursor-grab active:cursor-grabbing"
        tabIndex={0}
        role="img"
        aria-label={`3D model of ${name}: drag to turn it, or use the arrow keys`}
      />
      {state !== 'shown' && (
        <div className="absolute inset-0 grid place-items-center">
          {state === 'loading' ? (
            <Spinner label="Loading the 3D model" />
          ) : (
            <p role="alert" className="max-w-[24em] px-5">
              {problems[state]}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
