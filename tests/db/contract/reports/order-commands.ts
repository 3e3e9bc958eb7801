import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { type OrderDecision, decidePayment } from '#domain/orders/decide-order.ts'
import {
  decideAnswer,
  decideDeadline,
  decideDeclaration,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
  objectionPeriod,
} from '#domain/orders/decide-withdrawal.ts'
import { type Order, orderChanges, orderOf } from '#domain/orders/evolve-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { recordPayment } from '#service/orders/record-payment.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, testStores, newEvent } from '#tests/db/contract/setup.ts'

type Decide = (order: Order) => OrderDecision<string>
interface Command {
  name: string
  decide: Decide
}

const late = noon + objectionPeriod
const declare = (proven: boolean): Decide => {
  const statement = randomUUID()
  return (order) => decideDeclaration(order, { statement, receivedAt: noon, concludedAt: noon, proven })
}
const pay =
  (paymentId: string): Decide =>
  (order) =>
    decidePayment(order, { paymentId, amountCents: order.priceCents, status: 'paid' })
const commands: (() => Command)[] = [
  () => ({ name: 'declare', decide: declare(false) }),
  () => ({ name: 'declare with the secret', decide: declare(true) }),
  () => ({ name: 'confirm', decide: (order) => decideAnswer(order, 'confirmation') }),
  () => ({ name: 'object', decide: (order) => decideAnswer(order, 'objection') }),
  () => ({ name: 'operator withdraws', decide: decideOperatorWithdrawal }),
  () => ({ name: 'operator revokes', decide: decideOperatorRevocation }),
  () => ({ name: 'deadline', decide: (order) => decideDeadline(order, late) }),
  () => ({ name: 'pay', decide: pay('p1') }),
  () => ({ name: 'pay twice', decide: pay('p2') }),
]

/** Returns a seeded generator (mulberry32), so that a failing run can be repeated. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function placeOrder(store: Store): Promise<{ orderId: string; runId: string }> {
  const runId = randomUUID()
  const data = { orderNumber: `FL-${runId.slice(0, 8)}`, priceCents: 4999 }
  const event = newEvent({ runId, type: 'complete', data, receivedAt: noon })
  await appendTo(store, [event])
  return { orderId: event.id, runId }
}

/** Returns the order as folded from the log, and the types of the events that changed it, in log order. */
async function changesOf(store: Store, runId: string) {
  const events = await store.log.readRun(runId)
  const order = orderOf(events)!
  return { order, types: events.filter(({ type }) => orderChanges.has(type)).map(({ type }) => type) }
}

/** Matches the sequences of event types that commands can produce if they are decided one after another. */
const allowed =
  /^(paid )?(withdrawn |withdrawal_declared (paid )?(withdrawal_revoked (paid )?)?(withdrawn )?)?$/

export function orderCommandsContract(open: OpenStore) {
  const { pair } = testStores(open)

  describe('commands about an order', () => {
    test('that race are decided sequentially', async () => {
      const stores = await pair()
      const next = random(20261120)
      for (let round = 0; round < 25; round += 1) {
        const { orderId, runId } = await placeOrder(stores[0])
        if (next() < 0.7) await changeOrder(stores[0].log, orderId, declare(false), { now: noon })
        const racing = Array.from({ length: 4 }, () => commands[Math.floor(next() * commands.length)]!())
        const outcomes = await Promise.all(
          racing.map(({ decide }, index) =>
            changeOrder(stores[index % 2]!.log, orderId, decide, { now: late }),
          ),
        )
        const { order, types } = await changesOf(stores[1], runId)
        const about = `round ${round}: ${racing.map(({ name }) => name).join(', ')} became ${types.join(' ')}`
        expect(types.map((type) => `${type} `).join(''), about).toMatch(allowed)
        const won = outcomes.filter(({ code }) => code === 'changed').length
        expect(order.changes, about).toBe(types.length)
        expect([won, won + 1], about).toContain(types.length)
      }
    })

    test('cannot both confirm and object', async () => {
      const stores = await pair()
      for (let round = 0; round < 10; round += 1) {
        const { orderId, runId } = await placeOrder(stores[0])
        await changeOrder(stores[0].log, orderId, declare(false), { now: noon })
        const answers = ['confirmation', 'objection'] as const
        const outcomes = await Promise.all(
          answers.map((answer, index) =>
            changeOrder(stores[index]!.log, orderId, (order) => decideAnswer(order, answer), { now: noon }),
          ),
        )
        expect(outcomes.filter(({ code }) => code === 'changed')).toHaveLength(1)
        expect((await changesOf(stores[0], runId)).types).toHaveLength(2)
      }
    })

    test('accept no payment for an order that is being withdrawn', async () => {
      const stores = await pair()
      for (let round = 0; round < 10; round += 1) {
        const { orderId, runId } = await placeOrder(stores[0])
        const report = { paymentId: 'p1', amountCents: 4999, status: 'paid' }
        const [payment] = await Promise.all([
          recordPayment(stores[0].log, orderId, report, noon),
          changeOrder(stores[1].log, orderId, decideOperatorWithdrawal, { now: noon }),
        ])
        const { types, order } = await changesOf(stores[0], runId)
        expect(order.status).toBe('withdrawn')
        // If the payment came first, it is recorded and must be refunded. If the withdrawal came first, the payment is
        // refused.
        expect(types).toEqual(payment.code === 'withdrawn' ? ['withdrawn'] : ['paid', 'withdrawn'])
      }
    })
  })
}
