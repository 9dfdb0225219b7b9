import { Check } from 'lucide-react'
import { useState } from 'react'
import { messages } from '#content/messages.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { SideSection } from '#web/components/side-section.tsx'
import { ToolCard } from '#web/components/tool-card.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, TextLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field, ReadOnlyField, SelectField, TextAreaField } from '#web/ui/field.tsx'
import { MeasureLine } from '#web/ui/measure-line.tsx'
import { notifyError, notifySuccess } from '#web/ui/notify.ts'
import { PlateCell } from '#web/ui/plate.tsx'
import { Price, Total } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { RatingInput, RatingMeter } from '#web/ui/rating.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/state-blocks.tsx'
import { Stock } from '#web/ui/stock.tsx'
import { ProductCell, Table } from '#web/ui/table.tsx'

/** Every piece of the design in every state, in development alone: no build has this page. */
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
      <SideSection title="Table">
        <OneRowTable />
      </SideSection>
      <SideSection title="Tool card">
        <Cards />
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
const looks = ['primary', 'default', 'outline', 'quiet', 'destructive'] as const

function Buttons() {
  return (
    <div className="grid gap-5">
      {looks.map((look) => (
        <div key={look} className={row}>
          <Button look={look} size="small">
            Small {look}
          </Button>
          <Button look={look}>Medium</Button>
          <Button look={look} size="large">
            Large
          </Button>
          <Button look={look} busy busyLabel="Working">
            Busy
          </Button>
          <Button look={look} disabled>
            Disabled
          </Button>
        </div>
      ))}
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
        <PlateCell label="Label" note="its unit" className="p-5.5">
          <p className="display pt-3 text-figure-l">
            5000<span className="unit"> m²</span>
          </p>
        </PlateCell>
        <PlateCell label="Another label" className="p-5.5">
          <p className="display pt-3 text-figure-l" lang="bn">
            ঢাকায়
          </p>
        </PlateCell>
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
      <TextAreaField label="Text" />
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
    </div>
  )
}

function Marks() {
  const [rating, setRating] = useState<number>()
  return (
    <div className="grid justify-items-start gap-6">
      <RatingMeter rating={4} />
      <RatingInput label="Rating" name="rating" value={rating} onChange={setRating} />
      <RatingInput
        label="Rating in error"
        name="none"
        value={undefined}
        onChange={setRating}
        error={messages.ratingInvalid}
      />
      <div className={row}>
        <Stock available={1240} minimum={20} />
        <Stock available={62} minimum={20} />
        <Stock available={0} minimum={20} />
      </div>
      <div className={row}>
        <Badge>Expired</Badge>
        <Badge tone="ok" icon={<Check size={16} strokeWidth={1.75} aria-hidden />}>
          {messages.paid}
        </Badge>
        <Badge tone="warn">Held 47 h</Badge>
        <Badge tone="err">Refunded</Badge>
      </div>
    </div>
  )
}

function OneRowTable() {
  return (
    <Table caption="One product">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="number">
            Available
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <ProductCell name={sample.name} img={sample.img} partNumber={sample.part_number} />
          </td>
          <td className="number">1,240</td>
        </tr>
      </tbody>
    </Table>
  )
}

function Cards() {
  return (
    <div className="tool-grid cells">
      <ToolCard tool={sample} currency="usd" />
      <ToolCard tool={{ ...sample, available_quantity: 62 }} currency="usd" />
      <ToolCard tool={{ ...sample, available_quantity: 0 }} currency="usd" />
    </div>
  )
}

const sample: Tool = {
  _id: '019ab7a4-6c00-7000-8000-000000000001',
  name: 'WX-850 Modular ATX',
  img: '/products/wx850-640.webp',
  description: 'Fully modular 850 W supply with a 135 mm fan and a native 12V-2x6 lead.',
  minimum_order_quantity: 20,
  available_quantity: 1240,
  price: 84.5,
  category: 'power-supplies',
  part_number: 'WW-PS-850M',
  specification: { rows: [] },
  version: 1,
  createdAt: '2026-11-21T10:00:00.000Z',
}

function Floating() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className={row}>
      <Button look="outline" onClick={() => void notifySuccess(messages.orderPlaced)}>
        Success
      </Button>
      <Button look="outline" onClick={() => void notifyError(messages.orderFailed)}>
        Error
      </Button>
      <Button look="outline" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <ConfirmDialog
        title={messages.confirmDelete}
        isOpen={open}
        confirmLabel="Delete"
        keepLabel="Keep it"
        onConfirm={close}
        onClose={close}
      >
        What follows from it, in one sentence.
      </ConfirmDialog>
    </div>
  )
}

function States() {
  return (
    <div className="grid gap-8">
      <Spinner />
      <div>
        <SkeletonRows rows={2} />
      </div>
      <EmptyState title="No orders yet" action={<Button look="primary">See tools and prices</Button>}>
        What will appear here, and how.
      </EmptyState>
      <ErrorState onRetry={() => {}}>The list did not load.</ErrorState>
      <SandboxBanner title="Payment sandbox.">No money moves here.</SandboxBanner>
    </div>
  )
}
