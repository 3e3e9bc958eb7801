import type { Store } from '#db/ports/store.ts'
import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'
import type { NotPending, OrderDecision } from '#domain/orders/decide-order.ts'
import { type Order, orderChanges, orderOf } from '#domain/orders/evolve-order.ts'
import { type OrderOutcome, changeOrder } from '#service/orders/change-order.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { addressOf } from '#service/withdrawals/order-address.ts'
import type {
  DecidedBy,
  DecisionNotice,
  Email,
  EmailContent,
} from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { decidedEmail, withdrawnEmail } from './order-emails.ts'

interface DecisionSettings {
  emails: Pick<SealedOutbox<EmailContent>, 'enqueue'>
  store: Pick<Store, 'log' | 'vault' | 'outbox'>
  /** Address of the operator. */
  supportEmail: string
  now: () => number
  /** Called after a decision was stored and its e-mails were made due. */
  onStored: () => void
}

/**
 * For each way in which a declared withdrawal can be decided, the kinds of e-mails that report the decision.
 * `withdrawn` goes to the customer, `decided` to the operator.
 */
const notices: Record<DecidedBy, DecisionNotice['kind'][]> = {
  confirmation: ['decided'],
  objection: ['decided'],
  deadline: ['withdrawn', 'decided'],
}

const minute = 60_000
/**
 * Time, in ms, after which an e-mail is dropped if the event of its decision is still not stored. Storing the event
 * takes far less time.
 */
const giveUpMs = 60 * minute

/**
 * Decides declared withdrawals and composes the e-mails about the decisions. The e-mails of a decision are enqueued
 * before its event is appended, so that they are not lost if the process is killed in between. They are sent only after
 * the event has been appended.
 */
export function createDecisions({ emails, store, supportEmail, now, onStored }: DecisionSettings) {
  async function enqueue(order: Order, by: DecidedBy): Promise<string[]> {
    const ids: string[] = []
    for (const kind of notices[by]) {
      const change = order.changes + 1
      const id = emailId(order.id, change, by, kind)
      const decision = { orderId: order.id, change, by, kind, enqueuedAt: now() }
      await emails.enqueue({ decision }, { id, inMs: minute })
      ids.push(id)
    }
    return ids
  }

  return {
    async decide<Code extends string = NotPending>(
      orderId: string,
      by: DecidedBy,
      decide: (order: Order) => OrderDecision<Code>,
    ): Promise<OrderOutcome<Code>> {
      let ids: string[] = []
      const outcome = await changeOrder(store.log, orderId, decide, {
        now: now(),
        beforeAppend: async (order) => void (ids = await enqueue(order, by)),
      })
      if (outcome.code === 'changed') {
        await store.outbox.makeDue(ids, now())
        onStored()
      }
      return outcome
    },

    /**
     * Returns the e-mail. If the event of the decision is not stored yet, returns the time in ms to wait for it. A time
     * of 0 means that there is nothing to send.
     */
    async compose(
      notice: DecisionNotice,
    ): Promise<{ email: Email; limited?: LimitedKind } | { waitMs: number }> {
      const { orderId, change, by, kind, enqueuedAt } = notice
      const { events = [] } = (await findOrder(store.log, orderId)) ?? {}
      const event = events.filter(({ type }) => orderChanges.has(type))[change - 1]
      if (!event) return { waitMs: now() - enqueuedAt < giveUpMs ? minute : 0 }
      // Another decision was stored first, so this decision did not take effect, and no e-mail is sent.
      if (!('by' in event.data) || event.data.by !== by) return { waitMs: 0 }
      const order = orderOf(events.slice(0, events.indexOf(event) + 1))!
      if (kind === 'decided') return { email: decidedEmail(order, by, supportEmail) }
      const to = await addressOf(store, order)
      return to === undefined ? { waitMs: 0 } : { email: withdrawnEmail(order, to), limited: 'withdrawn' }
    },
  }
}
