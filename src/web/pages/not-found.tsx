import { data } from 'react-router'
import { noPage } from '#web/lib/page-meta.ts'

export const handle = noPage

/** Every path that no other route knows: the root's error boundary shows the page, with HTTP status 404. */
export function loader(): never {
  throw data(undefined, { status: 404 })
}

export default function NotFound() {
  return null
}
