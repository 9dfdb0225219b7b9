import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { z } from 'zod'
import { pictureUrl } from '#content/picture-address.ts'
import { categoryNames, type Tool } from '#features/catalogue/schema.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { ErrorPage } from '#web/components/error-page.tsx'
import { Gallery } from '#web/components/purchase/gallery.tsx'
import { NoneNow } from '#web/components/purchase/none-now.tsx'
import { PriceBreaks } from '#web/components/purchase/price-breaks.tsx'
import { PurchaseForm } from '#web/components/purchase/purchase-form.tsx'
import { isSpecified, SpecificationTables } from '#web/components/purchase/specification-tables.tsx'
import { ReviewCells } from '#web/components/review-section.tsx'
import { SessionGuard } from '#web/components/session-guard.tsx'
import { requireSession } from '#web/lib/guards.ts'
import { leastOf } from '#web/lib/offer.ts'
import { ownPicture } from '#web/lib/own-picture.ts'
import { pageServices } from '#web/lib/page-context.ts'
import { ownPreview, pageMeta } from '#web/lib/page-meta.ts'
import { usePriceLabel } from '#web/lib/settings.ts'
import { productData } from '#web/lib/structured-data.ts'
import { usePersonKey } from '#web/lib/use-person-key.ts'
import { formatCount } from '#web/ui/format.ts'
import { Stat } from '#web/ui/plate.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { stockLevel } from '#web/ui/stock.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import type { Route } from './+types/purchase'

const ToolId = z.uuid()

/**
 * The tool is public and in the HTML; only the browser knows who is buying.
 * @throws 404 when the tool is gone, or the id is not a valid tool id.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (!ToolId.safeParse(params.toolId).success) throw data(undefined, { status: 404 })
  const { settings, tool, reviewsOf } = pageServices(context)
  const { currency, tax, holdHours, publicUrl } = settings
  const [found, reviews] = await Promise.all([tool(params.toolId), reviewsOf(params.toolId)])
  return {
    tool: found,
    reviews,
    picture: ownPicture(found.img, found.specification),
    currency,
    tax,
    holdHours,
    publicUrl,
  }
}

type PurchaseData = Awaited<ReturnType<typeof loader>>

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const user = await requireSession(request)
  return { user, ...(await serverLoader()) }
}
clientLoader.hydrate = true as const

export const handle = ownPreview

export const meta = ({ loaderData }: Route.MetaArgs) => (loaderData ? toolMeta(loaderData) : [])

const toolMeta = ({ tool, currency, publicUrl }: Pick<PurchaseData, 'tool' | 'currency' | 'publicUrl'>) => [
  ...pageMeta(tool.name, tool.description),
  { property: 'og:type', content: 'product' },
  ...previewOf(tool, publicUrl),
  ...productData(publicUrl, tool, currency),
]

function previewOf({ img, name }: Tool, publicUrl: string) {
  const picture = pictureUrl(img, publicUrl)
  return picture
    ? [
        { property: 'og:image', content: picture },
        { property: 'og:image:alt', content: name },
      ]
    : []
}

export default function PurchasePage({ loaderData }: Route.ComponentProps) {
  const { tool, reviews, picture, currency, tax, holdHours } = loaderData
  const user = 'user' in loaderData ? loaderData.user : undefined
  const person = usePersonKey(user?.id)
  return (
    <div className="guides">
      {user && <SessionGuard user={user} />}
      <div className="guard-spinner">
        <PageSpinner label="Checking who is signed in" />
      </div>
      <div className="guarded page">
        <Breadcrumb tool={tool} />
        <div className="grid border-b border-edge bg-paper lg:grid-cols-12">
          <div className="inset border-line py-5 lg:col-span-7 lg:border-r">
            <Gallery key={tool.img} tool={tool} picture={picture} />
          </div>
          <div className="inset py-10 lg:col-span-5 lg:pl-10">
            <Description tool={tool} currency={currency} />
            <PriceBreaks tool={tool} currency={currency} />
            {stockLevel(tool.available_quantity, leastOf(tool)) === 'none' ? (
              <NoneNow tool={tool} user={user} />
            ) : (
              <PurchaseForm
                key={`${person} ${tool._id}`}
                tool={tool}
                user={user}
                currency={currency}
                holdHours={holdHours}
                tax={tax}
              />
            )}
          </div>
        </div>
        {isSpecified(tool.specification) && (
          <section className="inset grid gap-8 py-20 lg:grid-cols-[1fr_3fr] lg:gap-0" aria-labelledby="specification">
            <h2 id="specification" className="text-[1.75rem]">
              Specification
            </h2>
            <div className="bg-paper lg:pl-[10px]">
              <SpecificationTables specification={tool.specification} />
            </div>
          </section>
        )}
        {reviews.length > 0 && (
          <section aria-labelledby="reviews">
            <h2 id="reviews" className="inset pt-4 pb-8 text-[1.75rem]">
              Reviews
            </h2>
            <ReviewCells reviews={reviews.map((review) => ({ ...review, toolId: null }))} />
          </section>
        )}
      </div>
    </div>
  )
}

/** Tells buyers who order again, or follow an old link, that the product itself is gone. */
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <ErrorPage
    error={error}
    notFound="There is no product at this address, or it is no longer sold. The tools list shows what is."
  />
)

function Breadcrumb({ tool }: { tool: Tool }) {
  return (
    <nav aria-label="Breadcrumb" className="inset border-b border-edge py-5 text-small">
      <ol className="flex flex-wrap gap-x-2.5">
        <Crumb>
          <Link to="/tools" className="text-ink-2 hover:underline">
            Tools
          </Link>
        </Crumb>
        <Crumb>
          <Link to={`/tools?category=${tool.category}`} className="text-ink-2 hover:underline">
            {categoryNames[tool.category]}
          </Link>
        </Crumb>
        <li aria-current="page" lang={langOf(tool.name)}>
          <Unbroken>{tool.name}</Unbroken>
        </li>
      </ol>
    </nav>
  )
}

function Crumb({ children }: { children: ReactNode }) {
  return <li className="flex gap-x-2.5 text-ink-3 after:content-['/'_/_'']">{children}</li>
}

const figure = 'display block pt-2 text-figure-s'

type DescriptionProps = { tool: Tool; currency: string }

function Description({ tool, currency }: DescriptionProps) {
  return (
    <>
      <p className="label text-ink-2">{tool.part_number}</p>
      <h1 className="mt-3 text-h1-quiet" lang={langOf(tool.name)}>
        <Unbroken>{tool.name}</Unbroken>
      </h1>
      <p className="mt-4 max-w-[34em] text-ink-2" lang={langOf(tool.description)}>
        <Unbroken>{tool.description}</Unbroken>
      </p>
      <div className="my-7 grid grid-cols-[1.05fr_1.15fr_1fr] border-y border-edge sm:grid-cols-[1.3fr_1fr_1fr] [&>*+*]:border-l [&>*+*]:border-line [&>*+*]:pl-3 sm:[&>*+*]:pl-4">
        <Stat label={usePriceLabel()} className="py-5">
          <span className={figure}>{formatMoney(tool.price, currency)}</span>
        </Stat>
        <Stat label="Minimum order" className="py-5">
          <span className={figure}>{formatCount(tool.minimum_order_quantity)}</span>
        </Stat>
        <Stat label="Available" className="py-5">
          <span className={figure}>{formatCount(tool.available_quantity)}</span>
        </Stat>
      </div>
    </>
  )
}
