import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether passkeys work in this browser on this page. They are bound to a domain name: an IP address has none. */
const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)

/** `hasPasskeys` as a hook. The server render assumes true, as most browsers support passkeys. */
export const useHasPasskeys = (): boolean => useSyncExternalStore(never, hasPasskeys, () => true)
