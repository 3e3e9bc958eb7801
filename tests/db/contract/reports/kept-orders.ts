import { describe, expect, test } from 'vitest'
import type { OrderRow } from '#db/ports/projection-store.ts'
import type { OrdersQuery } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { shownAt } from '#domain/reports/orders/shown-at.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, projectionCommit, testStores } from '#tests/db/contract/setup.ts'
import { ordersQuery } from '#tests/db/orders-query.ts'
import { order } from './projections.ts'
import { dumpOf, testRandomChanges } from './random-changes.ts'

const days = { from: '2026-11-20', to: '2026-11-21' }
/** Some orders of the first day have expired if they are unpaid. */
const expiredUpTo = noon + 6 * 3600 * 1000

/** A list sorted by price begins with the kept lowest or highest price. */
const queries: OrdersQuery[] = [
  { ...days },
  { ...days, sort: 'price' as const },
  { from: days.from, to: days.from, sort: '-price' as const },
  { from: days.to, to: days.to, funnel: 'anmeldung' },
  { ...days, status: 'paid' as const },
  { ...days, status: 'withdrawn' as const, sort: 'price' as const },
  { ...days, status: 'ordered' as const },
  { ...days, status: 'expired' as const },
  { ...days, testPayments: 'without' as const },
  { ...days, testPayments: 'only' as const },
  { ...days, robots: 'without' as const },
  { ...days, robots: 'only' as const },
].map((query) => ordersQuery({ sums: true, limit: 1, expiredUpTo, ...query }))

function isSelected(one: OrderRow, { from, to, funnel, status, testPayments, robots }: OrdersQuery) {
  return [
    one.day >= from && one.day <= to,
    funnel === undefined || one.funnel === funnel,
    status === undefined || shownAt(one, expiredUpTo).status === status,
    testPayments === undefined || (one.payment === 'test') === (testPayments === 'only'),
    robots === undefined || (one.visitor === 'robot') === (robots === 'only'),
  ].every(Boolean)
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)

/** Returns the sums of the selected orders, and the first price if the list is sorted by price. */
function recount(orders: readonly OrderRow[], query: OrdersQuery) {
  const selected = orders.filter((one) => isSelected(one, query))
  const prices = selected.map(({ priceCents }) => priceCents).toSorted((a, b) => a - b)
  const first = query.sort === 'price' ? prices.at(0) : prices.at(-1)
  const sums = {
    orders: selected.length,
    revenueCents: sum(prices),
    netRevenueCents: sum(selected.map(({ netCents }) => netCents)),
  }
  return { sums, ...(query.sort.endsWith('price') && { first }) }
}

async function listed({ reports }: Store, query: OrdersQuery) {
  const { sums, rows } = await reports.orders(query)
  return { sums, ...(query.sort.endsWith('price') && { first: rows[0]?.priceCents }) }
}

export function keptOrdersContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('sums of orders that are kept of earlier queries', () => {
    testRandomChanges(openStore, (store) => {
      const seen = new Set<string>()
      return {
        async afterEach() {
          const { orders } = await dumpOf(store)
          for (const query of queries) expect(await listed(store, query)).toEqual(recount(orders, query))
          for (const { startDay, day, visitor, payment } of orders)
            seen.add(`${visitor} ${payment} ${startDay === day ? 'same' : 'next'} day`)
        },
        atEnd() {
          expect(seen.size).toBeGreaterThan(4)
        },
      }
    })

    test('are right while more days than one list reads are missing, and afterwards', async () => {
      const store = await openStore()
      const startDays = Array.from({ length: 70 }, (_, index) => berlinDay(noon - index * 24 * 3600 * 1000))
      const orders = startDays.map((startDay, index): OrderRow => ({
        ...order,
        orderId: `o${index}`,
        position: index + 1,
        startDay,
      }))
      await store.projections.commit(projectionCommit({ format: runStateFormat, orders, days: startDays }))
      for (let list = 0; list < 4; list += 1) {
        const { sums } = await store.reports.orders(ordersQuery({ ...days, sums: true }))
        expect(sums).toMatchObject({ orders: 70, revenueCents: 70 * order.priceCents })
      }
    })

    test('know the lowest and the highest price of equal orders', async () => {
      const store = await openStore()
      const orders = [4999, 2999, 2999, 7999, 7999].map((priceCents, index): OrderRow => ({
        ...order,
        orderId: `o${index}`,
        position: index + 1,
        priceCents,
      }))
      await store.projections.commit(
        projectionCommit({ format: runStateFormat, orders, days: [order.startDay] }),
      )
      const prices = async (sort: 'price' | '-price') => {
        const { rows } = await store.reports.orders(ordersQuery({ ...days, sort, sums: true, limit: 2 }))
        return rows.map(({ priceCents }) => priceCents)
      }
      expect([await prices('price'), await prices('-price')]).toEqual([
        [2999, 2999],
        [7999, 7999],
      ])
    })
  })
}
