import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderRow } from '#db/ports/projection-store.ts'
import type { OrderCursor, OrderFilter, OrdersPage, ReportStore } from '#db/ports/report-store.ts'
import { orderStatuses, shownStatuses } from '#domain/orders/evolve-order.ts'
import { orderWorks } from '#domain/orders/order-work.ts'
import { type OrderSort, orderSorts, sortedStatuses } from '#domain/reports/orders/sort.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, projectionCommit, testStores } from '#tests/db/contract/setup.ts'
import { ordersQuery } from '#tests/db/orders-query.ts'
import { order } from './projections.ts'

const hour = 3600 * 1000
const range = { from: '2026-11-20', to: '2026-11-22' }
/** Orders placed in the first ten hours have expired if they are unpaid. */
const expiredUpTo = noon + 10 * hour

const anyOrder = fc.record({
  number: fc.string({ unit: fc.constantFrom('A', 'B', '7'), minLength: 3, maxLength: 3 }),
  hours: fc.integer({ min: 0, max: 90 }),
  priceCents: fc.constantFrom(2999, 4999, 7999),
  isNet: fc.boolean(),
  status: fc.constantFrom(...orderStatuses),
  funnel: fc.constantFrom('anmeldung', 'abmeldung'),
  work: fc.constantFrom(null, null, ...orderWorks),
  payment: fc.constantFrom('none' as const, 'money' as const, 'test' as const),
  visitor: fc.constantFrom('person' as const, 'robot' as const),
  later: fc.constantFrom(0, 100),
})

const anyFilter = fc.record(
  {
    funnel: fc.constantFrom('anmeldung'),
    number: fc.constantFrom('FL-A', 'FL-AB', 'FL-7A'),
    status: fc.constantFrom(...shownStatuses),
    works: fc.subarray([...orderWorks], { minLength: 1 }),
    testPayments: fc.constantFrom('without' as const, 'only' as const),
    robots: fc.constantFrom('without' as const, 'only' as const),
    untouchedSince: fc.constantFrom(60),
  },
  { requiredKeys: [] },
)

const anyOrders = fc.array(anyOrder, { minLength: 20, maxLength: 50 }).map((orders) =>
  orders.map(({ number, hours, isNet, later, ...one }, index): OrderRow => ({
    ...order,
    ...one,
    orderId: `o${index}`,
    number: `FL-${number}${index}`,
    position: index + 1,
    at: noon + hours * hour,
    day: new Date(noon + (hours + 1) * hour).toISOString().slice(0, 10),
    netCents: isNet ? one.priceCents : 0,
    lastPosition: index + 1 + later,
  })),
)

const shown = ({ status, at }: OrderRow) => (status === 'ordered' && at <= expiredUpTo ? 'expired' : status)

function isSelected(one: OrderRow, filter: Partial<OrderFilter>): boolean {
  const tested = one.payment === 'test'
  const robot = one.visitor === 'robot'
  return [
    one.day >= range.from && one.day <= range.to,
    filter.funnel === undefined || one.funnel === filter.funnel,
    filter.number === undefined || one.number.startsWith(filter.number),
    filter.status === undefined || shown(one) === filter.status,
    filter.works === undefined || (one.work !== null && filter.works.includes(one.work)),
    filter.testPayments === undefined || tested === (filter.testPayments === 'only'),
    filter.robots === undefined || robot === (filter.robots === 'only'),
    filter.untouchedSince === undefined || one.lastPosition <= filter.untouchedSince,
  ].every(Boolean)
}

const valueOf = (one: OrderRow, sort: OrderSort) =>
  sort.endsWith('price') ? one.priceCents : sort.endsWith('status') ? sortedStatuses.indexOf(shown(one)) : 0

function compare(sort: OrderSort) {
  const direction = sort.startsWith('-') ? -1 : 1
  return (a: OrderRow, b: OrderRow) =>
    direction * (valueOf(a, sort) - valueOf(b, sort) || a.at - b.at || a.position - b.position)
}

/** Reads all pages of a list. */
async function readPages(reports: ReportStore, filter: Partial<OrderFilter>, sort: OrderSort) {
  const pages: OrdersPage[] = []
  let after: OrderCursor | undefined
  for (;;) {
    const query = ordersQuery({ ...range, ...filter, expiredUpTo, sort, sums: true, limit: 4 })
    const page = await reports.orders({ ...query, ...(after && { after }) })
    pages.push(page)
    const last = page.rows.at(-1)
    if (!last) return pages
    after = { value: valueOf(last, sort), at: last.at, position: last.position }
  }
}

/** Tests the filters, the order and the sums of the list of orders with random orders. */
export function listedOrdersContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('the list of orders', () => {
    // The sums of rows of the first format are read, those of the present one are kept.
    test.for([1, runStateFormat])('filters, sorts and sums random orders of format %d', async (format) => {
      const store = await openStore()
      const [orders] = fc.sample(anyOrders, { numRuns: 1, seed: 7 })
      const startDays = [...new Set(orders!.map(({ startDay }) => startDay))]
      await store.projections.commit(projectionCommit({ format, orders: orders!, days: startDays }))
      const check = fc.asyncProperty(anyFilter, fc.constantFrom(...orderSorts), async (filter, sort) => {
        const pages = await readPages(store.reports, filter, sort)
        const expected = orders!.filter((one) => isSelected(one, filter)).toSorted(compare(sort))
        expect(pages.flatMap(({ rows }) => rows)).toEqual(expected)
        const sum = (of: (one: OrderRow) => number) => expected.reduce((total, one) => total + of(one), 0)
        const sums = {
          orders: expected.length,
          revenueCents: sum(({ priceCents }) => priceCents),
          netRevenueCents: sum(({ netCents }) => netCents),
        }
        expect(pages.map((page) => page.sums)).toEqual(pages.map(() => sums))
      })
      await fc.assert(check, { numRuns: 40 })
    })

    test.each(orderSorts)('sorted by %s, repeats and loses none while orders come in', async (sort) => {
      const store = await openStore()
      const known = Array.from({ length: 12 }, (_, index): OrderRow => ({
        ...order,
        orderId: `o${index}`,
        position: index + 1,
        at: noon + index * hour,
        priceCents: index % 2 ? 4999 : 2999,
        status: index % 3 ? 'ordered' : 'paid',
      }))
      await store.projections.commit(projectionCommit({ orders: known }))
      const query = ordersQuery({ ...range, sort, limit: 5 })
      const seen = [...(await store.reports.orders(query)).rows]
      for (let added = 0; seen.length > 0; added++) {
        const last = seen.at(-1)!
        const late = { ...order, orderId: `late${added}`, position: 100 + added, at: noon + 20 * hour }
        const next = projectionCommit({ from: 1 + added, to: 2 + added, orders: [late] })
        if (added < 4) expect(await store.projections.commit(next)).toBe('committed')
        const value = sort.endsWith('status') ? sortedStatuses.indexOf(last.status) : valueOf(last, sort)
        const after = { value, at: last.at, position: last.position }
        const { rows } = await store.reports.orders({ ...query, after })
        seen.push(...rows)
        if (rows.length === 0) break
      }
      const ids = seen.map(({ orderId }) => orderId)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining(known.map(({ orderId }) => orderId)))
    })

    test('finds orders by number on any day, up to a position', async () => {
      const store = await openStore()
      const orders = ['FL-AB1', 'FL-AB2', 'FL-AC1'].map((number, index) => ({
        ...order,
        orderId: number,
        number,
        position: index + 1,
        at: noon + index,
        day: `2026-11-2${index}`,
      }))
      await store.projections.commit(projectionCommit({ orders }))
      const { reports } = store
      const found = { orders: 2, day: '2026-11-21', funnel: 'anmeldung' }
      expect(await reports.orderNumbers({ number: 'FL-AB' })).toEqual(found)
      expect(await reports.orderNumbers({ number: 'FL-AB', upTo: 1 })).toEqual({
        ...found,
        orders: 1,
        day: '2026-11-20',
      })
      expect(await reports.orderNumbers({ number: 'FL-AD' })).toBeUndefined()
      expect(await reports.orderNumbers({ number: 'FL-A1' })).toBeUndefined()
    })
  })
}
