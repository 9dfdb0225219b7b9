import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reloadWhereLed } from './lib/reload-where-led.ts'

// React Router does not handle an aborted response: one cut short by a newer navigation would count as an uncaught error.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

window.navigation?.addEventListener('navigate', reloadWhereLed)

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
