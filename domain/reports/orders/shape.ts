import { z } from 'zod'
import { shownStatuses } from '#domain/orders/evolve-order.ts'
import { asOf, checkRange, cursorDescription, cursorOf, funnel, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { cents, deliverySummary, position, timezone } from '#domain/reports/shared-shapes.ts'

const order = z.object({
  number: z.string(),
  funnel: z.string(),
  time: z.iso.datetime(),
  priceCents: cents,
  status: z
    .enum(shownStatuses)
    .describe('`expired` means not paid in time. Past reports also show the current expiry.'),
  source: z.string(),
  runId: z.string(),
  delivery: deliverySummary.describe(
    'Current delivery of the message about the order, even in past reports; null if the order has no message.',
  ),
  testPayment: z.boolean().describe('True if the order was paid by a test payment, without money.'),
  robot: z
    .boolean()
    .describe(
      'True if the run seemed to be a robot’s. Other reports count such an order only after its payment.',
    ),
})
export type ReportedOrder = z.output<typeof order>

const shape = z.object({
  from: z.string(),
  to: z.string(),
  timezone,
  funnel: z.string().nullable(),
  asOfPosition: position,
  rows: z.array(order).describe('Newest first.'),
  nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last page.'),
})
export type OrdersReport = z.output<typeof shape>

/** Cursor of the form `<at>.<position>`. Orders of the same millisecond are sorted by their position in the log. */
export const orderCursor = cursorOf(
  /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/,
  z.object({ at: z.number(), position: z.number() }),
  {
    decode: (text) => {
      const [at, inLog] = text.split('.').map(Number)
      return { at: at!, position: inLog! }
    },
    encode: ({ at, position: inLog }) => `${at}.${inLog}`,
  },
)

/** Report that lists the orders placed in a range of days. */
export const ordersContract = {
  path: 'orders',
  query: z
    .strictObject({
      ...range,
      funnel: funnel.optional(),
      asOf,
      cursor: orderCursor.optional().describe(cursorDescription),
    })
    .check(checkRange),
  shape,
} satisfies ReportContract
