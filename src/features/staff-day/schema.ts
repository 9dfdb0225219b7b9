import { z } from 'zod'

const Count = z.int().min(0).max(1001).describe('1001 stands for more than a thousand.')

/** What waits for staff. */
export const StaffDay = z.object({
  toShip: Count.describe('Orders that are paid, or on account, but not sent: GET /orders?toship=yes'),
  overdue: Count.describe('Orders on account that are overdue: GET /orders?overdue=yes'),
  packed: Count.describe('How many of them are packed: GET /orders?packed=yes'),
  processing: Count.describe('Orders with a payment in progress: GET /orders?processing=yes'),
  quotes: Count.describe('Requests for a quote that nobody has answered: GET /quote?answered=no&from={quotesFrom}'),
  quotesFrom: z.iso.date().describe('The day from which they are counted, in the shop’s time zone.'),
  disagreements: Count.describe('Differences from the payment provider: GET /payments/disagreements'),
  lowStock: Count.describe(
    'Products with stock for fewer than five of the smallest orders, or none: GET /tool?low_stock=true',
  ),
  failedMails: Count.describe('Mail that could not be delivered: GET /mails?state=failed'),
})
export type StaffDay = z.infer<typeof StaffDay>

export const topics = ['orders', 'quotes', 'mails'] as const
/** What the lists of staff show. */
export const Topic = z.enum(topics)
export type Topic = z.infer<typeof Topic>
/** An event of GET /staff/changes. */
export const ChangedTopics = z.array(Topic)

/** The newest rows of each topic, as a text that changes when they do. */
export type Marks = Readonly<Record<Topic, string>>

const Mode = z.enum(['at-once', 'daily', 'off'])
export type NoticeMode = z.infer<typeof Mode>

export const noticeTopics = ['orders', 'quotes', 'stock', 'failures'] as const

/** What staff get mails about, and how soon: within a minute or two each, at eight in the morning, or never. */
export const StaffNotices = z.strictObject({
  orders: Mode.describe('New orders.'),
  quotes: Mode.describe('New requests for a quote.'),
  stock: Mode.describe('Products that are running low.'),
  failures: Mode.describe('Mail that could not be delivered, refunds that failed, disputes.'),
})
export type StaffNotices = z.infer<typeof StaffNotices>

/** What PUT /staff/notices takes: topics not named stay as they are. */
export const NewNotices = StaffNotices.partial()
export type NewNotices = z.infer<typeof NewNotices>
export type NoticeTopic = (typeof noticeTopics)[number]
