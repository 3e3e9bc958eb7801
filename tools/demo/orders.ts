import type { Store } from '#db/ports/store.ts'
import { decideAnswer } from '#domain/orders/decide-withdrawal.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { recordPayment } from '#service/orders/record-payment.ts'
import { appendServiceEvents, serviceEvent } from '#service/orders/service-events.ts'
import { recordWithdrawal } from '#service/withdrawals/record-withdrawal.ts'
import type { Form } from './invent-order.ts'
import { type Random, between, happens, seededRandom } from '#domain/invented-data/chance.ts'

const hour = 3600 * 1000

interface PlannedChange {
  at: number
  apply: () => Promise<unknown>
}

/** The demo sends no e-mails. */
const notConfirmed = () => Promise.resolve(undefined)

/**
 * Plans the payments, withdrawals and support requests of orders. Most orders are paid, a few are withdrawn within eleven
 * days, and about some of them the customer asks support.
 */
export function createOrderBook(store: Store, random: Random) {
  let planned: PlannedChange[] = []
  // Separate random numbers, so that the other figures do not depend on the requests.
  const ofRequests = seededRandom(59)

  async function pay(orderId: string, at: number): Promise<void> {
    const { priceCents } = (await store.log.find({ id: orderId }))!.data as { priceCents: number }
    const report = { paymentId: `demo-${orderId}`, amountCents: priceCents, status: 'paid' as const }
    await recordPayment(store.log, orderId, report, at)
  }

  async function withdraw(orderId: string, orderNumber: string, form: Form, at: number): Promise<void> {
    const { vorname, nachname, email } = form as Record<string, string>
    const statement = { name: `${vorname} ${nachname}`, email: email!, orderNumber, details: '', website: '' }
    const { outcome } = await recordWithdrawal(
      { store, confirmedAt: notConfirmed },
      { id: orderId, statement, receivedAt: at },
      at,
    )
    if (outcome !== 'declared') throw new Error(`the withdrawal of order ${orderNumber} is ${outcome}`)
    await changeOrder(store.log, orderId, (order) => decideAnswer(order, 'confirmation'), { now: at })
  }

  async function ask(orderId: string, at: number): Promise<void> {
    const complete = (await store.log.find({ id: orderId }))!
    const data = { orderId, request: `demo-${orderId}` }
    await appendServiceEvents(store.log, [serviceEvent('support_requested', orderId, data, complete, at)])
  }

  return {
    /**
     * Decides at random whether and when an order will be paid and withdrawn, and the customer will write to support. Must be called when a request is sent:
     * requests are always sent in the same sequence, so equal seeds give equal figures. Returns a function that
     * schedules these changes. The returned function must be called once the order is stored.
     */
    plan(at: number): (order: { id: string; number: string }, form: Form) => void {
      const paidAt = happens(random, 0.88) ? at + between(random, 1, 40) * 60_000 : undefined
      const withdrawnAt = happens(random, 0.1) ? at + Math.round((6 + 250 * random() ** 2) * hour) : undefined
      const askedAt = happens(ofRequests, 0.07) ? at + between(ofRequests, 1, 72) * hour : undefined
      return ({ id, number }, form) => {
        if (askedAt !== undefined) planned.push({ at: askedAt, apply: () => ask(id, askedAt) })
        if (paidAt !== undefined) planned.push({ at: paidAt, apply: () => pay(id, paidAt) })
        if (withdrawnAt !== undefined)
          planned.push({ at: withdrawnAt, apply: () => withdraw(id, number, form, withdrawnAt) })
      }
    },

    /** Applies all planned changes that are due. */
    async settle(now: number): Promise<void> {
      const due = planned.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
      planned = planned.filter(({ at }) => at > now)
      for (const { apply } of due) await apply()
    },
  }
}
