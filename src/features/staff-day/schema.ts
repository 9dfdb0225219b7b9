import { z } from 'zod'

const Count = z.int().min(0).max(1001).describe('1001 stands for more than a thousand.')

/** What waits for staff. */
export const StaffDay = z.object({
  toShip: Count.describe('Orders that are paid, or on account, and have not left: GET /orders?toship=yes'),
  overdue: Count.describe('Orders on account whose time to be paid is over: GET /orders?overdue=yes'),
  packed: Count.describe('How many of them are packed: GET /orders?packed=yes'),
  processing: Count.describe('Orders whose payment is on its way: GET /orders?processing=yes'),
  quotes: Count.describe('Requests for a quote that nobody answered: GET /quote?answered=no&from={quotesFrom}'),
  quotesFrom: z.iso.date().describe('The day of the shop’s time zone from which they are counted.'),
  disagreements: Count.describe('Money that does not agree: GET /payments/disagreements'),
  lowStock: Count.describe(
    'Products of which less than five of the smallest orders are left, or none: GET /tool?low_stock=true',
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
  stock: Mode.describe('Products of which too few are left.'),
  failures: Mode.describe('Mail that could not be delivered, refunds that failed, disputes.'),
})
export type StaffNotices = z.infer<typeof StaffNotices>

/** What PUT /staff/notices takes: topics not named stay as they are. */
export const NewNotices = StaffNotices.partial()
export type NewNotices = z.infer<typeof NewNotices>
export type NoticeTopic = (typeof noticeTopics)[number]
