import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type OrderDecision,
  decideAmendment,
  decideCancellation,
  decideCheckout,
  decideFailure,
  decideInvoice,
  decidePayment,
  decideRefund,
  decideSent,
  decideSubmission,
  isRefundDue,
} from '#domain/orders/decide-order.ts'
import {
  decideAnswer,
  decideDeadline,
  decideDeclaration,
  decideDecline,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
} from '#domain/orders/decide-withdrawal.ts'
import {
  type Order,
  evolveOrder,
  letterStages,
  orderChanges,
  orderOf,
  orderStatus,
} from '#domain/orders/evolve-order.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { evolveRun } from '#domain/runs/evolve-run.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { randomCases } from '#tests/variants.ts'

type Decide = (order: Order, now: number) => OrderDecision<string>

const hour = 3600 * 1000
const numRuns = randomCases(500)
const complete = storedEvent('complete', { data: { orderNumber: 'FL-0123456789', priceCents: 4999 } })

const payment = fc.record({
  paymentId: fc.constantFrom('p1', 'p2'),
  amountCents: fc.constantFrom(4999, 4999, 4998),
  status: fc.constantFrom('paid', 'paid', 'paid', 'failed', 'refunded', 'chargeback', 'unknown'),
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
    (order) => decideDecline(order, 'late'),
    (order) => decideDecline(order, 'performed'),
    (order) => decideDecline(order, 'business'),
  ),
  fc.constantFrom<Decide>(
    decideAmendment,
    (order) => decideInvoice(order, '2026-000001'),
    (order) => decideCancellation(order, 'S2026-000001'),
    (order, now) => decideSubmission(order, { letterId: 'letter', submitAfterMs: 2 * hour, now }),
    (order) => decideSent(order, { by: 'letter-service' }),
    (order) => decideFailure(order, { by: 'letter-service', reason: 'undeliverable' }),
    (order) => decideFailure(order, { by: 'operator', reason: 'illegible proof' }),
    decideRefund,
  ),
)
/** The commands that lead to a posted letter. Random sequences seldom contain all of them in this order. */
const toPostedLetter: [Decide, number][] = [
  [(order) => decidePayment(order, { paymentId: 'p1', amountCents: 4999, status: 'paid' }), 1],
  [(order, now) => decideSubmission(order, { letterId: 'letter', submitAfterMs: 2 * hour, now }), 3],
  [(order) => decideSent(order, { by: 'letter-service' }), 20],
]

/**
 * Sequences of commands about an order of a consumer or a business. Each command has the number of hours since the
 * previous one, so declarations come within the withdrawal period and after it.
 */
const commands = fc.record({
  isBusiness: fc.boolean(),
  steps: fc
    .tuple(fc.nat(toPostedLetter.length), fc.array(fc.tuple(command, fc.nat(200)), { maxLength: 25 }))
    .map(([first, random]) => [...toPostedLetter.slice(0, first), ...random]),
})
type Sequence = typeof commands extends fc.Arbitrary<infer Value> ? Value : never

/** Runs the commands one after another. Returns the log and the state of the order after each event. */
function run({ isBusiness, steps }: Sequence) {
  const log: StoredEvent[] = [isBusiness ? { ...complete, facts: { unternehmer: true } } : complete]
  const orders = [orderOf(log)!]
  let now = noon
  for (const [decide, hours] of steps) {
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
    // The values of an order can be changed several times.
    if (type === 'amended') continue
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
      for (const type of [...orderChanges, 'converted'])
        if (type !== 'amended') expect(count(type), type).toBeLessThanOrEqual(1)
      expect(order.changes).toBe(log.filter(({ type }) => orderChanges.has(type)).length)
      expect(order.paymentId !== null).toBe(count('paid') === 1)
      expect(order.withdrawal === 'withdrawn').toBe(count('withdrawn') === 1)
      expect(order.status === 'refunded').toBe(count('refunded') === 1)
      expect(order.converted).toBe(count('converted') === 1)
      expect(count('withdrawal_revoked')).toBeLessThanOrEqual(count('withdrawal_declared'))
      expect(orderOf(log)).toEqual(order)
    }),
    { numRuns },
  )
})

test('after a withdrawal, only its consequences are recorded', () => {
  const consequences = new Set(['sent', 'refunded', 'credited', 'failed'])
  fc.assert(
    fc.property(commands, (sequence) => {
      const { log } = run(sequence)
      const at = log.findIndex(({ type }) => type === 'withdrawn')
      if (at === -1) return
      for (const { type } of log.slice(at + 1)) expect(consequences).toContain(type)
    }),
    { numRuns },
  )
})

test('a declaration that needs a decision becomes final only by an operator, and is declined only for a true reason', () => {
  const declined = new Set<string>()
  fc.assert(
    fc.property(commands, (sequence) => {
      const { log, orders } = run(sequence)
      for (const [index, event] of log.entries()) {
        const before = orders[index - 1]
        if (event.type === 'withdrawn' && before?.withdrawal === 'declared' && needsDecision(before))
          expect(event.data.by).toBe('operator')
        if (event.type !== 'withdrawal_declined') continue
        const { reason } = event.data
        declined.add(reason)
        if (reason === 'late') expect(before!.lateAfter).not.toBeNull()
        if (reason === 'business') expect(sequence.isBusiness).toBe(true)
        if (reason === 'performed') expect(before!.sentAt).toBeLessThanOrEqual(before!.declaredAt!)
      }
    }),
    { numRuns: randomCases(2500), seed: 20261123 },
  )
  expect([...declined].toSorted()).toEqual(['business', 'late', 'performed'])
})

test('a letter is submitted only if the order is paid and no withdrawal is pending, and never goes back', () => {
  fc.assert(
    fc.property(commands, (sequence) => {
      const { log, orders } = run(sequence)
      for (const [index, event] of log.entries()) {
        const before = orders[index - 1]
        if (event.type === 'submitted') {
          expect(before?.status).toBe('paid')
          expect(event.receivedAt - before!.paidAt!).toBeGreaterThanOrEqual(2 * hour)
        }
        if (event.type === 'amended') expect(before?.letter).toBe('none')
        if (before)
          expect(letterStages.indexOf(orders[index]!.letter)).toBeGreaterThanOrEqual(
            letterStages.indexOf(before.letter),
          )
      }
    }),
    { numRuns },
  )
})

test('money is returned only after a payment, and a refund is due until it is recorded', () => {
  fc.assert(
    fc.property(commands, (sequence) => {
      const { log, orders } = run(sequence)
      const order = orders.at(-1)!
      const types = log.map(({ type }) => type)
      if (types.includes('refunded')) expect(types.indexOf('paid')).toBeLessThan(types.indexOf('refunded'))
      if (types.includes('credited')) {
        expect(order.refunded).toBe(true)
        expect(order.invoiceNumber).not.toBeNull()
      }
      const ended = order.withdrawal === 'withdrawn' || order.letter === 'failed'
      expect(isRefundDue(order)).toBe(order.paymentId !== null && ended && !order.refunded)
    }),
    { numRuns },
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
    { numRuns },
  )
})
