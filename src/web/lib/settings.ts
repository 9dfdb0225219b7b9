import { useRouteLoaderData } from 'react-router'
import type { PublicSettings } from './page-context.ts'

/** The public settings, for any component below the root. Undefined only where the root itself failed. */
export function useSettings(): PublicSettings | undefined {
  return useRouteLoaderData<() => PublicSettings>('root')
}
