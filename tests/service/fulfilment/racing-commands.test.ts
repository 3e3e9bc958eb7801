// @module-tag slow
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { Store } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import {
  type OrderDecision,
  decideAmendment,
  decideCancellation,
  decideInvoice,
  decidePayment,
  decideRefund,
  decideSubmission,
} from '#domain/orders/decide-order.ts'
import {
  decideAnswer,
  decideDecline,
  decideDeclaration,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
} from '#domain/orders/decide-withdrawal.ts'
import { type Order, evolveOrder, orderChanges } from '#domain/orders/evolve-order.ts'
import { decideLetterReport } from '#domain/orders/letter-report.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { noon } from '#tests/build-events.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { preparing, workAll } from './deliver.ts'
import { amended, fulfilmentEngines, openFulfilment } from './open-fulfilment.ts'

type Decide = (order: Order) => OrderDecision<string>

const report = (status: string, amountCents = 4999, paymentId = 'p-1') => ({ paymentId, amountCents, status })

/** Every command that a customer, an operator, the payment provider or the letter service can send. */
const commands: Record<string, Decide> = {
  'the provider reports the payment': (order) => decidePayment(order, report('paid')),
  'the provider reports another payment': (order) => decidePayment(order, report('paid', 4999, 'p-2')),
  'the provider reports a chargeback': (order) => decidePayment(order, report('chargeback')),
  'the customer amends': decideAmendment,
  'the letter is submitted': (order) =>
    decideSubmission(order, { letterId: 'letter-1', submitAfterMs: 0, now: noon }),
  'the letter service reports sent': (order) => decideLetterReport(order, { news: { code: 'sent' } }),
  'the letter service reports failed': (order) =>
    decideLetterReport(order, { news: { code: 'failed', reason: 'undeliverable' } }),
  'a stranger declares': (order) => declare(order, false),
  'the customer declares': (order) => declare(order, true),
  'the customer confirms': (order) => decideAnswer(order, 'confirmation'),
  'the customer objects': (order) => decideAnswer(order, 'objection'),
  'an operator withdraws': decideOperatorWithdrawal,
  'an operator revokes': decideOperatorRevocation,
  'an operator declines': (order) => decideDecline(order, 'late'),
  'an operator refunds': decideRefund,
}

function declare(order: Order, proven: boolean) {
  const times = { receivedAt: noon, concludedAt: noon }
  return decideDeclaration(order, { statement: 'statement', proven, ...times })
}

/** Rounds of commands. The commands of a round race, each on one of the processes. */
const rounds = fc.array(
  fc.array(fc.tuple(fc.constantFrom(...Object.keys(commands)), fc.boolean()), { minLength: 1, maxLength: 5 }),
  { minLength: 2, maxLength: 7 },
)

/** Commands that the service itself decides while it prepares documents. */
const own: Record<string, Decide> = {
  invoiced: (order) => decideInvoice(order, 'number'),
  credited: (order) => decideCancellation(order, 'number'),
}

/**
 * Expects every change of the order to be the decision of a command on the state directly before it. If two racing
 * commands had both won, the second one would have been decided on an older state.
 */
function expectDecided(events: readonly StoredEvent[]): Order {
  let order: Order | undefined
  for (const event of events) {
    if (order && orderChanges.has(event.type)) {
      const deciding = [...Object.values(commands), ...Object.values(own)]
      const possible = deciding.flatMap((decide) => {
        const decision = decide(order!)
        return 'event' in decision ? [decision.event.type] : []
      })
      expect(possible, `after ${order.status}`).toContain(event.type)
    }
    order = evolveOrder(order, event)
  }
  return order!
}

describe.each(fulfilmentEngines())('racing commands on $name', (engine) => {
  test('never both win, and leave no gap in the numbers', async () => {
    const opened = await openFulfilment(engine)
    const { store, clock, url, piiKey, journalFolder, settings } = opened
    const other: Store = url ? await openPostgresStore({ url, piiKey, supervise: false }) : store
    const replica = await preparing(other, { journalFolder, now: clock.now })
    const { facts, personal } = amended
    const orderIds: string[] = []
    try {
      await fc.assert(
        fc.asyncProperty(rounds, async (chosen) => {
          const { order } = await orderRun(opened)
          orderIds.push(order.id)
          for (const round of chosen) {
            const racing = round.map(async ([name, onOther]) => {
              const values = name === 'the customer amends' ? { facts, personal: { form: personal } } : {}
              const on = onOther ? other : store
              await changeOrder(on.log, order.id, commands[name]!, { now: clock.now(), ...values })
            })
            await Promise.all([...racing, workAll(settings), ...(url ? [workAll(replica)] : [])])
          }
          await workAll(settings)
          const found = (await findOrder(other.log, order.id))!
          expect(expectDecided(found.events)).toEqual(found.order)
          const types = found.events.map(({ type }) => type)
          for (const type of [
            'paid',
            'invoiced',
            'submitted',
            'sent',
            'failed',
            'withdrawn',
            'refunded',
            'credited',
          ])
            expect(types.filter((one) => one === type).length, type).toBeLessThanOrEqual(1)
          if (types.includes('submitted'))
            expect(types.lastIndexOf('amended')).toBeLessThan(types.indexOf('submitted'))
          expect(types.includes('credited')).toBe(types.includes('invoiced') && types.includes('refunded'))
        }),
        { numRuns: 40 },
      )
      const events = await store.log.read(0, 5000)
      for (const [type, prefix] of [
        ['invoiced', 'RE'],
        ['credited', 'ST'],
      ] as const) {
        const given = events.flatMap((event) => (event.type === type ? [event.data.number] : []))
        expect(given).toEqual(given.map((_, index) => `${prefix}-2026-${String(index + 1).padStart(5, '0')}`))
      }
      expect(orderIds.length).toBeGreaterThanOrEqual(40)
    } finally {
      if (url) await other.close()
    }
  })
})
