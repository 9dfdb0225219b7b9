import { z } from 'zod'
import { AdminResponse, Email, Profile, Token, User } from '#features/accounts/schema.ts'
import { Category, NewTool, Tool, ToolChange, ToolQuery, UploadedPicture } from '#features/catalogue/schema.ts'
import { MailMessage, MailSummary } from '#features/mails/schema.ts'
import { NewOrder } from '#features/orders/placing-schema.ts'
import { Order, OrderPlaced } from '#features/orders/schema.ts'
import {
  PaymentIntentResponse,
  PaymentIntentRequest,
  PaymentReturn,
  WebhookResponse,
} from '#features/payments/schema.ts'
import { NewQuote, Quote, QuoteAdded } from '#features/quotes/schema.ts'
import { NewReview, Review, ReviewAdded } from '#features/reviews/schema.ts'
import { StaffDay } from '#features/staff-day/schema.ts'
import { Problem } from '#platform/http/problem.ts'
import { listQuery } from '#shared/list.ts'
import { failedMail, madeAt, newQuote, newReview, newTool, order, orderId, toolId } from './examples.ts'

/** A schema's name in the OpenAPI document is its key; this is its description and an example. */
type Named = { schema: z.ZodType; description: string; example?: unknown }

/** The schemas of the API by name. */
export const namedSchemas: Readonly<Record<string, Named>> = {
  Problem: {
    schema: Problem,
    description: 'Why a call failed (RFC 9457). `errors` lists the fields that break a rule.',
    example: {
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Name is Required',
      errors: [{ path: 'name', message: 'Name is Required' }],
    },
  },
  Tool: {
    schema: Tool,
    description: 'A product.',
    example: { ...newTool, _id: toolId, version: 1, createdAt: madeAt },
  },
  NewTool: { schema: NewTool, description: 'A product to add.', example: newTool },
  ToolChange: {
    schema: ToolChange,
    description: 'The fields to change, and the version they were changed from.',
    example: { price: 74.5, version: 1 },
  },
  UploadedPicture: {
    schema: UploadedPicture,
    description:
      'The picture’s address, for `img`. Replace 1280 with 320 or 640, or webp with avif, for the other files.',
    example: { img: '/pictures/0f1e2d3c4b5a69788796a5b4c3d2e1f0-1280.webp' },
  },
  Category: { schema: Category, description: 'The four kinds of product.' },
  Order: {
    schema: Order,
    description: 'An order of one product. Prices are in major units of its currency.',
    example: order,
  },
  NewOrder: {
    schema: NewOrder,
    description:
      'Give the product’s `toolId`, or else its `productName`. Name and e-mail are the account’s own. A `totalAmount` is compared with the current price.',
    example: {
      toolId,
      orderQuantity: 20,
      totalAmount: 1580,
      address: 'Plot 9, Mirpur, Dhaka',
      phone: '+880 1711 000000',
    },
  },
  OrderPlaced: {
    schema: OrderPlaced,
    description: 'The order has been placed.',
    example: { success: true, _id: orderId },
  },
  PaymentIntentRequest: {
    schema: PaymentIntentRequest,
    description:
      'The order to pay, or only its price: then it is the newest unpaid order of that amount. The amount is always the order’s own; a `price` only has to match it.',
    example: { orderId, price: 1580 },
  },
  PaymentIntentResponse: {
    schema: PaymentIntentResponse,
    description: 'What the browser needs to pay at the card provider.',
    example: { clientSecret: 'pi_3Nxyz_secret_abc' },
  },
  PaymentReturn: { schema: PaymentReturn, description: 'The order that was paid.', example: { orderId } },
  WebhookResponse: { schema: WebhookResponse, description: 'The event has been handled.', example: { received: true } },
  Review: {
    schema: Review,
    description: 'A review. `verifiedBuyer`: its author has a paid order.',
    example: {
      ...newReview,
      _id: toolId,
      verifiedBuyer: true,
      toolId,
      productName: 'SX-600 SFX Supply',
      createdAt: madeAt,
    },
  },
  NewReview: { schema: NewReview, description: 'A review to add, with a rating from 1 to 5.', example: newReview },
  ReviewAdded: {
    schema: ReviewAdded,
    description: 'The review has been added.',
    example: { success: true, _id: toolId },
  },
  StaffDay: {
    schema: StaffDay,
    description: 'How much is waiting for staff; 1001 stands for more than a thousand.',
    example: {
      toShip: 12,
      overdue: 1,
      packed: 3,
      processing: 1,
      quotes: 4,
      quotesFrom: '2026-10-22',
      disagreements: 0,
      lowStock: 2,
      failedMails: 0,
    },
  },
  Quote: {
    schema: Quote,
    description: 'A request for a quote.',
    example: {
      ...newQuote,
      _id: toolId,
      number: 'WQ-2026-000123',
      createdAt: madeAt,
      answeredAt: null,
      answeredBy: null,
      lines: [],
      note: null,
      currency: 'usd',
      state: 'asked',
      offer: null,
      orderId: null,
    },
  },
  NewQuote: {
    schema: NewQuote,
    description: 'What a buyer would like to buy, and at what price each.',
    example: newQuote,
  },
  QuoteAdded: {
    schema: QuoteAdded,
    description: 'The request has been received.',
    example: { success: true, _id: toolId },
  },
  MailSummary: { schema: MailSummary, description: 'A mail, without its text.', example: failedMail },
  MailMessage: {
    schema: MailMessage,
    description: 'A mail as it was sent. The text of one with a link that opens an account is never shown.',
    example: {
      ...failedMail,
      text: 'It left our works today.',
      html: '<!DOCTYPE html>…',
      withheld: null,
    },
  },
  User: {
    schema: User,
    description: 'An account as admins see it.',
    example: {
      _id: toolId,
      email: 'nusrat@example.com',
      name: 'Nusrat Jahan',
      role: 'user',
      removed: false,
      createdAt: madeAt,
    },
  },
  Profile: {
    schema: Profile,
    description: 'The caller’s own account, and how it can sign in.',
    example: {
      name: 'Nusrat Jahan',
      email: 'nusrat@example.com',
      emailVerified: true,
      hasPassword: true,
      hasGoogle: false,
      hasCodes: false,
    },
  },
  Token: {
    schema: Token,
    description: 'An access token, valid for 15 minutes.',
    example: { token: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln' },
  },
  AdminResponse: { schema: AdminResponse, description: 'Whether the account is an admin.', example: { admin: false } },
}

/** Descriptions of parameters. */
const parameters: readonly [z.ZodType, string][] = [
  [Email, 'An e-mail address; upper and lower case are treated alike.'],
  [listQuery.q, 'Words to search for.'],
  [listQuery.limit, 'How many to return at most. Without it, the whole list is returned.'],
  [listQuery.cursor, 'Where the page starts, taken from the `next` link of the previous page.'],
  [ToolQuery.shape.min_price, 'The lowest price, in major units.'],
  [ToolQuery.shape.max_price, 'The highest price, in major units.'],
  [ToolQuery.shape.in_stock, '`true` for only what can be ordered now.'],
  [ToolQuery.shape.low_stock, '`true` for only what is sold out or would be after a few more orders.'],
  [
    ToolQuery.shape.sort,
    'What to sort by; `-` reverses it. `relevance` needs `q` and is then the default; otherwise it is `newest`.',
  ],
]

/** Names the schemas, so that the document contains each once. */
export function nameSchemas(): void {
  for (const [id, { schema, description, example }] of Object.entries(namedSchemas)) {
    z.globalRegistry.add(schema, { id, description, ...(example !== undefined && { examples: [example] }) })
  }
  for (const [schema, description] of parameters) z.globalRegistry.add(schema, { description })
}
