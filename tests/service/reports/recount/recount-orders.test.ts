import { expect, test } from 'vitest'
import { type ShownStatus, shownStatuses } from '#domain/orders/evolve-order.ts'
import { type OrderWork, orderWorks } from '#domain/orders/order-work.ts'
import { ordersContract } from '#domain/reports/orders/shape.ts'
import { orderSorts } from '#domain/reports/orders/sort.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { hour } from '#tests/service/reports/open-reports.ts'
import { describeRecount } from './recount-engines.ts'
import type { Range } from './recount-figures.ts'
import { berlin } from './recount-runs.ts'
import { expectSame } from './recount-worlds.ts'

// Compares the lists of orders, with all filters, with orders computed independently from the raw events.

interface Expected {
  number: string
  at: number
  priceCents: number
  net: boolean
  status: ShownStatus
  /** What operators have to do. The samples have no letters. */
  work: OrderWork | null
  test: boolean
  robot: boolean
}

const unpaidFor = 30 * 24 * hour

function ordersIn(events: readonly StoredEvent[], range: Range, now: number): Expected[] {
  return events
    .filter(({ type, at }) => type === 'complete' && berlin(at) >= range.from && berlin(at) <= range.to)
    .map(({ runId, at, data }) => {
      const { priceCents, orderNumber } = data as { priceCents: number; orderNumber: string }
      const own = events.filter((event) => event.runId === runId)
      const types = own.map(({ type }) => type)
      const declared = types.indexOf('withdrawal_declared')
      const pending = declared >= 0 && !types.slice(declared).includes('withdrawal_revoked')
      const paid = types.includes('paid')
      const payment = own.find(({ type }) => type === 'paid')?.data as { paymentId: string } | undefined
      const unpaid = at + unpaidFor <= now ? 'expired' : 'ordered'
      return {
        number: orderNumber,
        at,
        priceCents,
        net: paid && !types.includes('withdrawn'),
        status: types.includes('withdrawn')
          ? 'withdrawn'
          : pending
            ? 'withdrawal_declared'
            : paid
              ? 'paid'
              : unpaid,
        work: types.includes('withdrawn')
          ? paid
            ? 'refund'
            : null
          : pending
            ? 'decide'
            : paid
              ? 'submit'
              : null,
        test: payment?.paymentId.startsWith('test-') ?? false,
        robot: own.some(({ meta }) => meta.bot),
      }
    })
}

const choices = ['with', 'without', 'only'] as const
const isChosen = (choice: (typeof choices)[number], has: boolean) =>
  choice === 'with' || has === (choice === 'only')

describeRecount('the list of orders', (worlds) => {
  test('has the orders, sums and order that a recount of the events has, whatever is filtered', () =>
    worlds().inEveryWorld(async ({ past, events, range, number }) => {
      // Half a day after the first possible order has expired, so that some unpaid orders have and others have not.
      const { clock } = worlds().reports.service
      clock.set(clock.now() + unpaidFor + 12 * hour)
      const all = ordersIn(events, range, clock.now())
      for (const [index, status] of [undefined, undefined, ...shownStatuses].entries()) {
        const testPayments = choices[(number + index) % 3]!
        const robots = choices[(number + Math.floor(index / 2)) % 3]!
        const sort = orderSorts[(number + index) % orderSorts.length]!
        const query = { ...range, ...past, testPayments, robots, sort, ...(status && { status }) }
        const report = await worlds().ask(ordersContract.shape, 'orders', query)
        const expected = all.filter(
          (one) =>
            isChosen(testPayments, one.test) &&
            isChosen(robots, one.robot) &&
            (status === undefined || one.status === status),
        )
        const found = report.rows.map((row) => [row.number, row.time, row.status, row.netRevenueCents > 0])
        const wanted = expected.map((one) => [
          one.number,
          new Date(one.at).toISOString(),
          one.status,
          one.net,
        ])
        expectSame(found, wanted)
        expect(report.sums).toEqual(sumsOf(expected))
        const values = report.rows.map((row) =>
          sort.endsWith('price') ? row.priceCents : sort.endsWith('time') ? Date.parse(row.time) : 0,
        )
        const ascending = values.toSorted((a, b) => a - b)
        expect(values).toEqual(sort.startsWith('-') ? ascending.toReversed() : ascending)
      }
    }))

  test('has the orders for which something is left to do', () =>
    worlds().inEveryWorld(async ({ past, events, range, number }) => {
      const all = ordersIn(events, range, worlds().reports.service.clock.now())
      for (const works of [['decide', 'refund', 'failed', 'send'], ['submit'], ['refund'], [...orderWorks]]) {
        const query = { work: works.join(','), sort: orderSorts[number % orderSorts.length]! }
        const report = await worlds().ask(ordersContract.shape, 'orders', { ...range, ...past, ...query })
        const expected = all.filter(({ work }) => work !== null && works.includes(work))
        expectSame(
          report.rows.map((row) => row.number),
          expected.map((one) => one.number),
        )
        expect(report.sums).toEqual(sumsOf(expected))
      }
    }))

  test('finds an order by its number and by its beginning, and says where else it is', () =>
    worlds().inEveryWorld(async ({ past, events, range }) => {
      const { clock } = worlds().reports.service
      const everywhere = { from: '2000-01-01', to: '2999-12-31' }
      const all = ordersIn(events, everywhere, clock.now())
      const wanted = all[0]
      if (!wanted) return
      const listed = ordersIn(events, range, clock.now())
      const ask = (query: Record<string, string>) =>
        worlds().ask(ordersContract.shape, 'orders', { ...range, ...past, ...query })
      for (const number of [wanted.number, wanted.number.slice(0, -1)]) {
        const found = listed.filter((one) => one.number.startsWith(number))
        const report = await ask({ number })
        expectSame(
          report.rows.map((row) => row.number),
          found.map((one) => one.number),
        )
        expect(report.sums).toEqual(sumsOf(found))
        if (found.length > 0) expect(report.elsewhere).toBeNull()
        else expect(report.elsewhere).not.toBeNull()
      }
      const day = berlin(wanted.at)
      const refunded = await ask({ number: wanted.number, status: 'refunded' })
      expect(refunded).toMatchObject({ sums: sumsOf([]), elsewhere: { orders: 1, day } })
      expect(await ask({ number: 'FL-NOTHING' })).toMatchObject({ sums: sumsOf([]), elsewhere: null })
    }))
})

function sumsOf(orders: readonly Expected[]) {
  const sum = (some: readonly Expected[]) => some.reduce((total, { priceCents }) => total + priceCents, 0)
  return {
    orders: orders.length,
    revenueCents: sum(orders),
    netRevenueCents: sum(orders.filter(({ net }) => net)),
  }
}
