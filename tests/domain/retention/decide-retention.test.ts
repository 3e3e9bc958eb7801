import { describe, expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { type RunDates, decideRetention, isTooYoung } from '#domain/retention/decide-retention.ts'
import { invoiceValues } from '#domain/orders/billing/invoice-values.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { noon } from '#tests/build-events.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

const day = 24 * 3600 * 1000
const periods = { drafts: 30 * day, unpaid: 40 * day, fulfilled: 90 * day, invoices: { years: 10 } }
const endOfYears = Date.parse('2036-12-31T23:00:00.000Z')

const run = (over: Partial<RunDates>): RunDates => {
  return { lastSeenAt: noon, orderedAt: null, paidAt: null, endedAt: null, ...over }
}
const ordered = run({ orderedAt: noon })
const paid = run({ orderedAt: noon, paidAt: noon + day })
const ended = run({ orderedAt: noon, endedAt: noon + 5 * day })
const both = run({ orderedAt: noon, paidAt: noon + day, endedAt: noon + 20 * day })

const visitor = ['vorname', 'nachname', 'adresse']
const confirmed = ['bestaetigungVorname', 'bestaetigungNachname', 'bestaetigungAdresse']

describe('the retention step due', () => {
  test.each<[string, RunDates, number, string]>([
    ['a draft', run({}), noon + 30 * day - 1, 'keep'],
    ['a draft', run({}), noon + 30 * day, 'remove'],
    ['an order', ordered, noon + 40 * day - 1, 'keep'],
    ['an order', ordered, noon + 40 * day, 'remove'],
    ['an order with a later visit', { ...ordered, lastSeenAt: noon + 39 * day }, noon + 40 * day, 'remove'],
    ['a paid order that has not ended', paid, endOfYears + 999 * day, 'keep'],
    ['an order that ended unpaid', ended, noon + 95 * day - 1, 'keep'],
    ['an order that ended unpaid', ended, noon + 95 * day, 'remove'],
    ['a paid order that ended', both, noon + 110 * day - 1, 'keep'],
    ['a paid order that ended', both, noon + 110 * day, 'reduce'],
    ['a paid order that ended', both, endOfYears - 1, 'reduce'],
    ['a paid order that ended', both, endOfYears, 'remove'],
  ])('for %s (%j) at %d is %s', (_, dates, now, step) => {
    expect(decideRetention(dates, periods, now)).toBe(step)
  })

  test('never removes invoice data before application data', () => {
    const short = { ...periods, invoices: 10 * day }
    expect(decideRetention(both, short, noon + 110 * day - 1)).toBe('keep')
    expect(decideRetention(both, short, noon + 110 * day)).toBe('remove')
  })

  test('is keep for data younger than the shortest period minus the maximum clock correction', () => {
    const received = noon + 7 * day
    expect(isTooYoung(received, periods, noon + 30 * day - 1)).toBe(true)
    expect(isTooYoung(received, periods, noon + 30 * day)).toBe(false)
    // The order was placed 7 days before the service received it.
    const late = { drafts: 60 * day, unpaid: 40 * day, fulfilled: 90 * day, invoices: { years: 10 } }
    const order = run({ lastSeenAt: received, orderedAt: noon })
    expect(decideRetention(order, late, noon + 40 * day)).toBe('remove')
    expect(isTooYoung(received, late, noon + 40 * day)).toBe(false)
  })
})

describe('the values an invoice requires', () => {
  test.each(allCases(berlinDate(noon)).map(({ funnel, orders }) => [funnel.type, orders] as const))(
    'for %s are only name, address and company of the person billed, in every valid order',
    (type, orders) => {
      expect(orders.length).toBeGreaterThan(0)
      for (const { form } of orders) {
        const deceased = form['abmeldegrund'] === 'verstorben'
        const facts = deceased ? { abmeldegrund: 'verstorben' } : {}
        const billed = [...(deceased ? confirmed : visitor), ...('firma' in form ? ['firma'] : [])]
        const kept = invoiceValues({ funnel: type, facts }, form)
        expect(kept).toEqual(Object.fromEntries(billed.map((name) => [name, form[name]])))
      }
    },
  )
})

const statusAt = (status: 'ordered' | 'paid' | 'withdrawn', now: number) =>
  shownStatus({ status, orderedAt: noon }, 30 * day, now)

describe('the shown status', () => {
  test('is expired for an order not paid in time', () => {
    expect([statusAt('ordered', noon + 30 * day - 1), statusAt('ordered', noon + 30 * day)]).toEqual([
      'ordered',
      'expired',
    ])
  })

  test('is the stored status for every other order', () => {
    expect([statusAt('paid', noon + 99 * day), statusAt('withdrawn', noon + 99 * day)]).toEqual([
      'paid',
      'withdrawn',
    ])
  })
})
