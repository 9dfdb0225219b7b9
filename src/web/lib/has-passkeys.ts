import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this browser has passkeys for this page. They belong to a name: an address of numbers has none. */
const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)

/** The same as a page is drawn: most browsers have them, so that it begins with what they show. */
export const useHasPasskeys = (): boolean => useSyncExternalStore(never, hasPasskeys, () => true)
