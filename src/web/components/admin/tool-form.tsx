import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm, useWatch, type DefaultValues, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { categories, categoryNames, NewTool, toolFieldNames as names } from '#features/catalogue/schema.ts'
import { amountSuchAs } from '#shared/money.ts'
import { showProblem } from '#web/lib/form-problem.ts'
import { UnsavedChanges } from '#web/components/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldNote, SelectField, TextAreaField } from '#web/ui/field.tsx'
import { asMoney, asNumber, NumberField } from '#web/ui/number-field.tsx'
import { PicturePreview } from './picture-preview.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { PriceBreakFields } from './price-break-fields.tsx'
import { SpecificationFields } from './specification-fields.tsx'

type ToolValues = z.input<typeof NewTool>
export type ToolFormState = UseFormReturn<ToolValues, unknown, NewTool>

/** The form's state: every field of a tool, checked by the rules of the server. */
export function useToolForm(defaultValues: DefaultValues<ToolValues>): ToolFormState {
  return useForm<ToolValues, unknown, NewTool>({ resolver: zodResolver(NewTool), defaultValues })
}

type ToolFormProps = {
  form: ToolFormState
  /** ISO 4217, lower case. */
  currency: string
  submitLabel: string
  busyLabel: string
  /** Whether the form takes the focus when it appears. */
  autoFocus?: boolean
  /** Whether it is saved and the page is about to close, so that nothing can be lost any more. */
  saved?: boolean
  /** Saves the tool. Errors it throws are shown in the form, and what was typed stays. */
  onSave: (tool: NewTool) => Promise<void>
  /** Shown beside the save button. */
  children?: ReactNode
}

export function ToolForm({
  form,
  currency,
  submitLabel,
  busyLabel,
  autoFocus,
  saved = false,
  onSave,
  children,
}: ToolFormProps) {
  const { errors, isDirty, isSubmitting } = form.formState
  const save = (tool: NewTool) => onSave(withoutEmptyRows(tool)).catch((error: unknown) => showProblem(form, error))
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(save)} className="tool-form">
      <div className="grid content-start gap-5">
        <Field
          label={names.name}
          autoComplete="off"
          autoFocus={autoFocus}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextAreaField
          label={names.description}
          rows={4}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <NumberFields form={form} currency={currency} />
        <PriceBreakFields form={form} currency={currency} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label={names.category} error={errors.category?.message} {...form.register('category')}>
            {categories.map((category) => (
              <option key={category} value={category}>
                {categoryNames[category]}
              </option>
            ))}
          </SelectField>
          <Field
            label={names.part_number}
            autoComplete="off"
            placeholder="WW-PS-850M"
            error={errors.part_number?.message}
            {...form.register('part_number')}
          />
        </div>
        <SpecificationFields form={form} />
      </div>
      <div className="grid content-start gap-4">
        <PictureUpload onUploaded={(img) => form.setValue('img', img, { shouldDirty: true, shouldValidate: true })} />
        <Field
          label={names.img}
          autoComplete="off"
          placeholder="/products/wx850-640.webp"
          hint="A path on this site or an https:// address. Pictures in 4:3 fit best."
          error={errors.img?.message}
          {...form.register('img')}
        />
        <Preview form={form} />
      </div>
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-6 col-span-full">
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        {children}
        <FieldNote id="tool-problem" error={errors.root?.message} />
      </div>
      {isDirty && !saved && <UnsavedChanges />}
    </form>
  )
}

function NumberFields({ form, currency }: { form: ToolFormState; currency: string }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        label={`${names.price}, ${currency.toUpperCase()}`}
        inputMode="decimal"
        placeholder={amountSuchAs(currency)}
        error={errors.price?.message}
        // An empty box gives undefined, as at the start: NaN would count as a change.
        {...form.register('price', {
          setValueAs: (typed) => (typed === '' ? undefined : asMoney(currency).setValueAs(typed)),
        })}
      />
      <NumberField
        label={names.minimum_order_quantity}
        inputMode="numeric"
        error={errors.minimum_order_quantity?.message}
        {...form.register('minimum_order_quantity', asNumber)}
      />
      <NumberField
        label={names.order_increment}
        inputMode="numeric"
        error={errors.order_increment?.message}
        {...form.register('order_increment', asNumber)}
      />
      <NumberField
        label={names.available_quantity}
        inputMode="numeric"
        error={errors.available_quantity?.message}
        {...form.register('available_quantity', asNumber)}
      />
    </div>
  )
}

function Preview({ form }: { form: ToolFormState }) {
  const address = useWatch({ control: form.control, name: 'img' }) ?? ''
  const { data: src } = NewTool.shape.img.safeParse(address)
  return <PicturePreview key={src} src={src} />
}

/** Drops rows that were added and left empty. */
function withoutEmptyRows(tool: NewTool): NewTool {
  const rows = tool.specification.rows.filter(({ label, value }) => label.trim() !== '' || value.trim() !== '')
  return { ...tool, specification: { ...tool.specification, rows } }
}
