import { z } from 'zod'
import { shownStatuses } from '#domain/orders/evolve-order.ts'
import { orderWorks } from '#domain/orders/order-work.ts'
import { asOf, checkRange, cursorDescription, cursorOf, funnel, range } from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import {
  cents,
  count,
  countOf,
  deliverySummary,
  position,
  revenue,
  timezone,
} from '#domain/reports/shared-shapes.ts'
import { orderSorts } from './sort.ts'
import { worksPattern } from './work-filter.ts'

/** Minimum length of the part of an order number that a search needs, so that it finds few orders. */
export const minNumberLength = 4

const order = z.object({
  number: z.string(),
  funnel: z.string(),
  time: z.iso.datetime(),
  priceCents: cents.describe(definitions.priceCents.description),
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
  netRevenueCents: revenue.netRevenueCents,
})
export type ReportedOrder = z.output<typeof order>

const shape = z.object({
  from: z.string(),
  to: z.string(),
  timezone,
  funnel: z.string().nullable(),
  asOfPosition: position,
  sums: z
    .object({
      orders: countOf('placedOrders'),
      revenueCents: cents.describe(definitions.placedCents.description),
      netRevenueCents: cents.describe(definitions.placedNetCents.description),
    })
    .describe('Sums of all selected orders, on all pages.'),
  rows: z.array(order).describe('Sorted as requested.'),
  nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last page.'),
  elsewhere: z
    .object({
      orders: count.describe(
        `${definitions.ordered.description} Only those of other days or states that have the \`number\`.`,
      ),
      day: z.string(),
      funnel: z.string(),
    })
    .nullable()
    .describe(
      'Only if no selected order has the `number`, with day and funnel of the newest order that has it. Null if there is none.',
    ),
})
export type OrdersReport = z.output<typeof shape>

/**
 * Cursor of the form `<value>.<at>.<position>`: the sort key of an order. Earlier versions of the service wrote
 * `<at>.<position>`, because all lists were sorted by time.
 */
export const orderCursor = cursorOf(
  /^((0|[1-9]\d{0,14})\.)?(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/,
  z.object({ value: z.number(), at: z.number(), position: z.number() }),
  {
    decode: (text) => {
      const [inLog, at, value = 0] = text.split('.').map(Number).toReversed()
      return { value, at: at!, position: inLog! }
    },
    encode: ({ value, at, position: inLog }) => `${value}.${at}.${inLog}`,
  },
)

const included = z.enum(['with', 'without', 'only'], 'must be one of with, without, only').optional()

/** Report that lists the orders placed in a range of days. */
export const ordersContract = {
  path: 'orders',
  query: z
    .strictObject({
      ...range,
      funnel: funnel.optional(),
      number: z
        .string()
        .regex(
          new RegExp(`^[0-9A-Z-]{${minNumberLength},20}$`),
          `must be the first ${minNumberLength} to 20 characters of an order number, in capital letters`,
        )
        .optional()
        .describe('Order number, or its first characters.'),
      status: z
        .enum(shownStatuses, `must be one of ${shownStatuses.join(', ')}`)
        .optional()
        .describe('`ordered` leaves out the orders that have expired.'),
      work: z
        .string()
        .regex(worksPattern, `must be a list with commas of ${orderWorks.join(', ')}`)
        .optional()
        .describe(
          `Only orders for which something is left to do: a list with commas of ${orderWorks.map((work) => `\`${work}\``).join(', ')}.`,
        ),
      testPayments: included.describe('Orders paid by a test payment, without money; `with` by default.'),
      robots: included.describe('Orders of runs that seemed to be a robot’s; `with` by default.'),
      sort: z
        .enum(orderSorts, `must be one of ${orderSorts.join(', ')}`)
        .optional()
        .describe('`-time` by default, newest first. A minus means descending.'),
      asOf,
      cursor: orderCursor.optional().describe(cursorDescription),
    })
    .check(checkRange),
  shape,
} satisfies ReportContract
