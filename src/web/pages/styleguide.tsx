import { useState } from 'react'
import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { OrderState } from '#features/orders/schema.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { Drawings } from '#web/components/styleguide/drawings.tsx'
import { Cards, Lists } from '#web/components/styleguide/lists.tsx'
import { Floating, States } from '#web/components/styleguide/states.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { OrderBadge } from '#web/ui/order-badge.tsx'
import { Button, TextLink } from '#web/ui/button.tsx'
import { Field, ReadOnlyField, SelectField, TextAreaField } from '#web/ui/field.tsx'
import { MeasureLine } from '#web/ui/measure-line.tsx'
import { Stat } from '#web/ui/plate.tsx'
import { Price, Total } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { RatingInput } from '#web/ui/rating-input.tsx'
import { RatingMeter } from '#web/ui/rating.tsx'
import { Stock } from '#web/ui/stock.tsx'

/** Every part of the design in every state, in development only: no build has this page. */
export default function StyleguidePage() {
  return (
    <div className="guides pb-20">
      <PageHeading title="Every piece, in every state">Press the theme button for the other half of it.</PageHeading>
      <SideSection title="Buttons">
        <Buttons />
      </SideSection>
      <SideSection title="Plate, price, total">
        <Plates />
      </SideSection>
      <SideSection title="Measure line">
        <Measures />
      </SideSection>
      <SideSection title="Fields">
        <Fields />
      </SideSection>
      <SideSection title="Quantity">
        <Quantities />
      </SideSection>
      <SideSection title="Rating, stock, badges">
        <Marks />
      </SideSection>
      <SideSection title="Tables and lists">
        <Lists />
      </SideSection>
      <SideSection title="Tool card">
        <Cards />
      </SideSection>
      <SideSection title="Drawings">
        <Drawings />
      </SideSection>
      <SideSection title="Toast and dialog">
        <Floating />
      </SideSection>
      <SideSection title="Waiting, nothing, failure">
        <States />
      </SideSection>
    </div>
  )
}

const row = 'flex flex-wrap items-center gap-4'
const variants = ['primary', 'default', 'outline', 'quiet', 'destructive'] as const

function Buttons() {
  return (
    <div className="grid gap-5">
      {variants.map((variant) => (
        <div key={variant} className={row}>
          <Button variant={variant} size="small">
            Small {variant}
          </Button>
          <Button variant={variant}>Medium</Button>
          <Button variant={variant} size="large">
            Large
          </Button>
          <Button variant={variant} busy busyLabel="Working">
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </div>
      ))}
      <div className={row}>
        <Button variant="quiet" size="small" aria-pressed>
          Pressed
        </Button>
        <Button variant="quiet" size="small" aria-pressed={false}>
          Not pressed
        </Button>
      </div>
      <p>
        <TextLink to="/styleguide">A text link</TextLink>
      </p>
    </div>
  )
}

function Plates() {
  return (
    <div className="grid gap-8">
      <div className="plate grid sm:grid-cols-2">
        <Stat label="Label" note="its unit" className="p-5.5">
          <p className="display pt-3 text-figure-l">
            5000<span className="unit"> m²</span>
          </p>
        </Stat>
        <Stat label="Another label" className="p-5.5">
          <p className="pt-3 font-made-in text-figure-l" lang="bn">
            ঢাকায়
          </p>
        </Stat>
      </div>
      <Price amount={84.5} currency="usd" />
      <Total quantity={120} unitPrice={84.5} total={10_140} currency="usd" />
    </div>
  )
}

function Measures() {
  const scale = { from: 0, to: 100, parts: 40, majorEvery: 10 }
  return (
    <div className="grid gap-10">
      <MeasureLine {...scale} mark={30} />
      <MeasureLine {...scale} bar={45} mark={80} markLabel="80" />
      <MeasureLine {...scale} mark={140} invalid />
    </div>
  )
}

function Fields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Field" placeholder="+880" hint="A hint below it" />
      <Field label="Field in error" error={messages.emailRequired} defaultValue="typed" />
      <Field label="Disabled field" disabled />
      <SelectField label="Choice">
        <option>Newest first</option>
      </SelectField>
      <SelectField label="Choice in error" error="What is wrong with it">
        <option>Newest first</option>
      </SelectField>
      <SelectField label="Disabled choice" disabled>
        <option>Newest first</option>
      </SelectField>
      <TextAreaField label="Text" />
      <TextAreaField label="Text in error" error={messages.addressRequired} />
      <TextAreaField label="Disabled text" disabled />
      <ReadOnlyField label="Read-only" value="Nusrat Jahan" />
      <ReadOnlyField label="Read-only, on its way" value={undefined} />
    </div>
  )
}

function Quantities() {
  const [value, setValue] = useState(120)
  const limits = { min: 20, max: 1240 }
  return (
    <div className="grid gap-10 sm:grid-cols-2">
      <QuantityStepper label="Quantity" value={value} onChange={setValue} {...limits} />
      <QuantityStepper
        label="Quantity out of range"
        value={5}
        onChange={setValue}
        {...limits}
        invalid
        error={messages.quantityOutOfRange}
      />
      <QuantityStepper label="The least" value={limits.min} onChange={setValue} {...limits} />
      <QuantityStepper label="All there is" value={limits.max} onChange={setValue} {...limits} />
      <QuantityStepper
        label="Nothing available"
        value={20}
        onChange={setValue}
        min={20}
        max={0}
        invalid
        error={messages.quantityOutOfRange}
      />
    </div>
  )
}

const now = new Date('2026-11-21T10:00:00.000Z')

function Marks() {
  const [rating, setRating] = useState<number>()
  return (
    <div className="grid justify-items-start gap-6">
      <RatingMeter rating={4} />
      <RatingInput label="Rating" name="rating" value={rating} onChange={setRating} />
      <RatingInput label="Rating, chosen" name="chosen" value={4} onChange={setRating} />
      <RatingInput
        label="Rating in error"
        name="none"
        value={undefined}
        onChange={setRating}
        error={fieldMessages.ratingRequired}
      />
      <div className={row}>
        <Stock available={1240} minimum={20} />
        <Stock available={62} minimum={20} />
        <Stock available={0} minimum={20} />
      </div>
      <div className={row}>
        {OrderState.options.map((state) => (
          <OrderBadge
            key={state}
            order={{
              state,
              processing: false,
              heldUntil: '2026-11-23T09:00:00.000Z',
              dueAt: null,
              owedAmount: 0,
              refundedTo: null,
            }}
            now={now}
          />
        ))}
        <Badge>Without an icon</Badge>
      </div>
    </div>
  )
}
