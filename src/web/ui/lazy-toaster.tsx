import { useSyncExternalStore } from 'react'
import { onToasts, toastsNow } from './notify.ts'

/** Shows toasts with code that loads with the first one, so that other pages do not carry it; plainly if it fails to load. */
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
