import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToastsWanted, toastsWanted } from './notify.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** Loads the toasts with the first one, so that pages without any do not carry them. */
export function LazyToaster() {
  const wanted = useSyncExternalStore(onToastsWanted, toastsWanted, () => false)
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
