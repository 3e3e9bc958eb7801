import type { Store } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { OrderDecision } from '#domain/orders/decide-order.ts'
import { type Order, orderChanges, orderOf } from '#domain/orders/evolve-order.ts'
import { type ChangeOptions, type OrderOutcome, changeOrder } from '#service/orders/change-order.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import { addressOf } from '#service/withdrawals/order-address.ts'
import { addressChangedEmail } from '#service/emails/order/address-changed.ts'
import type { ComposeEmail } from '#service/emails/template/create-composer.ts'
import { decidedEmail } from '#service/emails/withdrawal/operator-notices.ts'
import { withdrawnEmail } from '#service/emails/withdrawal/outcomes.ts'
import type {
  DecidedBy,
  DecisionNotice,
  EmailContent,
} from '#service/outbox/destinations/mail/email-content.ts'
import type { ComposedDecision } from '#service/outbox/destinations/mail/mail.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { type StatusUrl, emailOrder } from './email-order.ts'

/** Values that are stored with the event of a change. */
type ChangeContent = Pick<ChangeOptions, 'personal' | 'facts'>

export interface AmendmentContent extends ChangeContent {
  /** True if the amendment changes the e-mail address. */
  isNewAddress: boolean
}

interface DecisionSettings {
  emails: Pick<SealedOutbox<EmailContent>, 'enqueue'>
  compose: ComposeEmail
  statusUrl: StatusUrl
  store: Pick<Store, 'log' | 'vault' | 'outbox'>
  /** Address of the operator. */
  supportEmail: string
  now: () => number
  /** Called after a decision was stored and its e-mails were made due. */
  onStored: () => void
}

/**
 * For each way in which a declared withdrawal can be decided, the kinds of e-mails that report the decision.
 * `withdrawn` goes to the customer, `decided` to the operator. `address-changed` goes to the e-mail address that an
 * amended order had before.
 */
const notices: Record<DecisionNotice['by'], DecisionNotice['kind'][]> = {
  confirmation: ['decided'],
  objection: ['decided'],
  deadline: ['withdrawn', 'decided'],
  amendment: ['address-changed'],
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
export function createDecisions(settings: DecisionSettings) {
  const { emails, store, supportEmail, now, onStored } = settings
  async function enqueue(order: Order, by: DecisionNotice['by']): Promise<string[]> {
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

  /** Changes an order. The e-mails about the change, if `by` is given, are sent once its event is stored. */
  async function changeAndNotify<Code extends string>(
    found: string | FoundOrder,
    decide: (order: Order, found: FoundOrder) => OrderDecision<Code>,
    { by, ...content }: ChangeContent & { by: DecisionNotice['by'] | undefined },
  ): Promise<OrderOutcome<Code>> {
    let ids: string[] = []
    const outcome = await changeOrder(store.log, found, decide, {
      ...content,
      now: now(),
      beforeAppend: async (order) => void (ids = by === undefined ? [] : await enqueue(order, by)),
    })
    if (outcome.code === 'changed') {
      await store.outbox.makeDue(ids, now())
      onStored()
    }
    return outcome
  }

  return {
    decide: <Code extends string>(
      orderId: string,
      by: DecidedBy,
      decide: (order: Order) => OrderDecision<Code>,
    ): Promise<OrderOutcome<Code>> => changeAndNotify(orderId, decide, { by }),

    /** Stores the amendment of an order. If its e-mail address changes, the old address is notified. */
    amend: <Code extends string>(
      found: FoundOrder,
      decide: (order: Order, found: FoundOrder) => OrderDecision<Code>,
      { isNewAddress, ...content }: AmendmentContent,
    ): Promise<OrderOutcome<Code>> =>
      changeAndNotify(found, decide, { ...content, by: isNewAddress ? 'amendment' : undefined }),

    /**
     * Returns the e-mail. If the event of the decision is not stored yet, returns the time in ms to wait for it. A time
     * of 0 means that there is nothing to send.
     */
    async compose(notice: DecisionNotice): Promise<ComposedDecision> {
      const { orderId, change, by, kind, enqueuedAt } = notice
      // A withdrawal is decided once, also if the decision is repeated after a restore.
      const key = `email:${orderId}:${kind}:${by}` as const
      const { events = [] } = (await findOrder(store.log, orderId)) ?? {}
      const event = events.filter(({ type }) => orderChanges.has(type))[change - 1]
      if (!event) return { waitMs: now() - enqueuedAt < giveUpMs ? minute : 0 }
      if (kind === 'address-changed') return composeAddressChange(settings, { orderId, event })
      // Another decision was stored first, so this decision did not take effect, and no e-mail is sent.
      if (!('by' in event.data) || event.data.by !== by) return { waitMs: 0 }
      const order = orderOf(events.slice(0, events.indexOf(event) + 1))!
      if (kind === 'decided') {
        const refundPaymentId = order.status === 'withdrawn' ? order.paymentId : null
        const draft = decidedEmail({ orderNumber: order.number, by, refundPaymentId })
        return { key, email: settings.compose(supportEmail, draft) }
      }
      const to = await addressOf(store, order)
      if (to === undefined) return { waitMs: 0 }
      const about = emailOrder(order, settings.statusUrl, event.receivedAt)
      return { key, email: settings.compose(to, withdrawnEmail(about)), limited: 'withdrawn' }
    },
  }
}

/**
 * Composes the e-mail to the address that the order had before an amendment. If another event was stored instead of the
 * amendment, there is nothing to send.
 */
async function composeAddressChange(
  { store, compose }: Pick<DecisionSettings, 'store' | 'compose'>,
  { orderId, event }: { orderId: string; event: StoredEvent },
): Promise<ComposedDecision> {
  const found = await findOrder(store.log, orderId)
  if (!found || event.type !== 'amended') return { waitMs: 0 }
  const [before, after] = await Promise.all([
    readOrderValues(store, found, event.position - 1),
    readOrderValues(store, found, event.position),
  ])
  if (before.email === undefined || before.email === after.email) return { waitMs: 0 }
  const draft = addressChangedEmail({ orderNumber: found.order.number, changedAt: event.at })
  return {
    // After a restore, another change can have the same number, but not the same time.
    key: `email:${orderId}:address-changed:${event.receivedAt}`,
    email: compose(before.email, draft),
    // Anyone can order with any e-mail address and then change it.
    limited: 'address-changed',
  }
}
