import { useSyncExternalStore } from 'react'
import { onToasts, toastsNow } from './notify.ts'

/** Shows toasts by code that comes with the first one, so that pages without any do not carry it, or plainly without it. */
export function LazyToaster() {
  const { Toaster, plain } = useSyncExternalStore(onToasts, toastsNow, toastsNow)
  if (Toaster) return <Toaster />
  if (plain.length === 0) return null
  return (
    <div className="Toastify__toast-container">
      {plain.map(({ message }, n) => (
        <div key={n} role="alert" className="Toastify__toast">
          {message}
        </div>
      ))}
    </div>
  )
}
