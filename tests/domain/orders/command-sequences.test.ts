import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type OrderDecision,
  decideAnswer,
  decideCheckout,
  decideDeadline,
  decideDeclaration,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
  decidePayment,
} from '#domain/orders/decide-order.ts'
import { type Order, evolveOrder, orderChanges, orderOf, orderStatus } from '#domain/orders/evolve-order.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { evolveRun } from '#domain/runs/evolve-run.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

type Decide = (order: Order, now: number) => OrderDecision<string>

const hour = 3600 * 1000
const complete = storedEvent('complete', { data: { orderNumber: 'FL-0123456789', priceCents: 4999 } })

const payment = fc.record({
  paymentId: fc.constantFrom('p1', 'p2'),
  amountCents: fc.constantFrom(4999, 4999, 4998),
  status: fc.constantFrom('paid', 'paid', 'failed', 'unknown'),
})
const declaration = fc.record({ statement: fc.uuid(), proven: fc.boolean() })

const command: fc.Arbitrary<Decide> = fc.oneof(
  payment.map(
    (report): Decide =>
      (order) =>
        decidePayment(order, report),
  ),
  fc.constant<Decide>((order, now) => decideCheckout(order, 30 * 24 * hour, now)),
  declaration.map(
    (one): Decide =>
      (order, now) =>
        decideDeclaration(order, { ...one, receivedAt: now, concludedAt: complete.receivedAt }),
  ),
  fc.constantFrom<Decide>(
    (order) => decideAnswer(order, 'confirmation'),
    (order) => decideAnswer(order, 'objection'),
    decideOperatorWithdrawal,
    decideOperatorRevocation,
    decideDeadline,
  ),
)
/** Sequences of commands, each with the number of hours since the previous command. */
const commands = fc.array(fc.tuple(command, fc.nat(90)), { maxLength: 25 })

/** Runs the commands one after another. Returns the log and the state of the order after each event. */
function run(sequence: [Decide, number][]) {
  const log: StoredEvent[] = [complete]
  const orders = [orderOf(log)!]
  let now = noon
  for (const [decide, hours] of sequence) {
    now += hours * hour
    const order = orders.at(-1)!
    const decision = decide(order, now)
    if (!('event' in decision)) continue
    const { type, data } = decision.event
    const event = storedEvent(type, {
      runId: complete.runId,
      position: complete.position + log.length,
      receivedAt: now,
      at: now,
      data,
    })
    log.push(event)
    orders.push(evolveOrder(order, event)!)
    expect(decide(orders.at(-1)!, now), 'the same command again').not.toHaveProperty('event')
  }
  return { log, orders }
}

test('any sequence of commands leaves an order in a valid state', () => {
  fc.assert(
    fc.property(commands, (sequence) => {
      const { log, orders } = run(sequence)
      const order = orders.at(-1)!
      const count = (type: string) => log.filter((event) => event.type === type).length
      for (const type of ['paid', 'converted', 'withdrawal_declared', 'withdrawal_revoked', 'withdrawn'])
        expect(count(type), type).toBeLessThanOrEqual(1)
      expect(order.changes).toBe(log.filter(({ type }) => orderChanges.has(type)).length)
      expect(order.paymentId !== null).toBe(count('paid') === 1)
      expect(order.status === 'withdrawn').toBe(count('withdrawn') === 1)
      expect(order.converted).toBe(count('converted') === 1)
      expect(count('withdrawal_revoked')).toBeLessThanOrEqual(count('withdrawal_declared'))
      expect(orderOf(log)).toEqual(order)
    }),
    { numRuns: 500 },
  )
})

test('nothing changes a withdrawn order', () => {
  fc.assert(
    fc.property(commands, (sequence) => {
      const { log } = run(sequence)
      const at = log.findIndex(({ type }) => type === 'withdrawn')
      if (at !== -1) expect(log.slice(at + 1)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('the state of the run has the same status as the order after every event', () => {
  fc.assert(
    fc.property(commands, (sequence) => {
      const { log, orders } = run(sequence)
      let state: ReturnType<typeof evolveRun> | undefined
      for (const [index, event] of log.entries()) {
        state = evolveRun(state, event)
        expect(orderStatus(state)).toBe(orders[index]!.status)
      }
    }),
    { numRuns: 200 },
  )
})
