import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldMessages } from '#content/fields.ts'
import { refusals } from '#content/refusals.ts'
import { messages } from '#content/messages.ts'
import { Signup } from '#features/accounts/schema.ts'
import { NewTool } from '#features/catalogue/schema.ts'
import { PurchaseForm } from '#features/orders/placing-schema.ts'
import { NewQuote } from '#features/quotes/schema.ts'
import { NewReview } from '#features/reviews/schema.ts'
import type { Schema } from '#server/openapi/document.ts'
import { holesOf } from '#testing/schema-holes.ts'

/** Where a field may limit its length: search terms, and the made-up name of a person at the sign-in stand-in. */
const mayStop = [
  'components/admin/audit-filters.tsx',
  'components/admin/search-form.tsx',
  'components/desk/desk-filter.tsx',
  'components/tools/tools-filter.tsx',
  'pages/sandbox-sign-in.tsx',
]

test('no field but the listed ones cuts off what is typed or pasted into it', () => {
  const files = globSync('**/*.tsx', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(100)
  const stopping = files.filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('maxLength'))
  expect(stopping.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual(mayStop)
})

test('no field is a number input, which drops the digits of other scripts', () => {
  const boxes = globSync('**/*.tsx', { cwd: import.meta.dirname })
  const dropping = boxes.filter((file) =>
    /type(=|: )["']number["']|valueAsNumber/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  expect(dropping).toEqual([])
})

const others: readonly string[] = [
  messages.emailInvalid,
  messages.phoneInvalid,
  fieldMessages.imgInvalid,
  refusals.noSuchTool,
]

test.each(Object.entries({ NewTool, NewReview, NewQuote, PurchaseForm, Signup }))(
  'text that is too long in %s is reported in the words of the shop',
  (_name, schema) => {
    // Inlined: in the API document some schemas are named and referenced.
    const holes = holesOf(z.toJSONSchema(schema, { io: 'input', metadata: z.registry() }) as Schema)
    const texts = holes.filter((hole) => hole.schema.type === 'string' && !hole.schema.enum)
    expect(texts.length).toBeGreaterThan(0)
    for (const {
      path,
      schema: { maxLength = 0 },
      fill,
    } of texts) {
      const { issues = [] } = schema.safeParse(fill('a'.repeat(maxLength + 1))).error ?? {}
      const message = issues.find((issue) => issue.path.join('.') === path)?.message ?? ''
      const ours = `Must be ${maxLength.toLocaleString('en-US')} characters or shorter`
      expect([ours, ...others], path).toContain(message)
    }
  },
)
