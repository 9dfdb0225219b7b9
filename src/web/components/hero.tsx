import { home } from '#content/home.ts'
import { langOf } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { usePriceLabel } from '#web/lib/settings.ts'
import type { Picture } from '#content/pictures.ts'
import type { CardTool } from '#web/lib/card-tool.ts'
import { TextLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Stat } from '#web/ui/plate.tsx'
import { Unbroken } from '#web/ui/unbroken.tsx'
import { DimensionedPicture } from './dimensioned-picture.tsx'
import { ToTools } from './to-tools.tsx'

type HeroProps = { tool: CardTool | undefined; scale: Picture | undefined; currency: string }

/** The opening of the home page: what the shop is, one product to scale, and that product's live data. */
export function Hero({ tool, scale, currency }: HeroProps) {
  return (
    <section className="border-b border-edge">
      <div className="page">
        <div className="hero inset">
          <div className="hero-words">
            <h1 className="hero-title">{home.hero.title}</h1>
            <p className="mt-6 max-w-[27em] text-[1.125rem] leading-normal text-ink-2 sm:text-lead lg:mt-8">
              {/* A background behind the lines only: the whole block's would cover the picture. */}
              <span className="bg-paper box-decoration-clone py-[0.14em]">{home.hero.lead}</span>
            </p>
            <div className="mt-7 sm:mt-10">
              <ToTools />
            </div>
          </div>
          <DimensionedPicture
            className="hero-picture"
            src={home.hero.picture}
            alt={tool ? tool.name : 'A power supply'}
            scale={scale}
            first
          />
        </div>
        {tool && <HeroPlate tool={tool} currency={currency} />}
      </div>
    </section>
  )
}

function HeroPlate({ tool, currency }: { tool: CardTool; currency: string }) {
  return (
    <div className="hero-plate">
      <div className="min-w-0">
        <p className="label text-ink-3">{tool.part_number}</p>
        <p className="hero-figure" lang={langOf(tool.name)}>
          <Unbroken>{tool.name}</Unbroken>
        </p>
      </div>
      <Stat label={usePriceLabel()}>
        <p className="hero-figure">{formatMoney(tool.price, currency)}</p>
      </Stat>
      <Stat label="Minimum order">
        <p className="hero-figure">{formatCount(tool.minimum_order_quantity)}</p>
      </Stat>
      <Stat label="Available">
        <p className="hero-figure">{formatCount(tool.available_quantity)}</p>
      </Stat>
      <p>
        <TextLink to={`/tool/${tool._id}`}>Purchase this one</TextLink>
      </p>
    </div>
  )
}
