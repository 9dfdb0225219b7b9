import { site } from '#content/site.ts'
import { AsyncList } from '#web/components/admin/async-list.tsx'
import { OwnAddresses } from '#web/components/addresses/own-addresses.tsx'
import { addressesOfSender } from '#web/lib/addresses.ts'
import { requireSession } from '#web/lib/guards.ts'
import { inBackground } from '#web/lib/list-page.ts'
import type { Route } from './+types/addresses'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request)
  return { addresses: inBackground(addressesOfSender()) }
}

export const meta = () => [{ title: `Addresses · ${site.name}` }]

export default function AddressesPage({ loaderData: { addresses } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-h1-quiet">Addresses</h1>
      <AsyncList promise={addresses} what="addresses">
        {(loaded) => <OwnAddresses addresses={loaded} />}
      </AsyncList>
    </>
  )
}
