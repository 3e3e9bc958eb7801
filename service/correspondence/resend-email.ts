import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { normalEmail } from '#db/keys/email-address.ts'
import { decideEmailCorrection } from '#domain/orders/decide-order.ts'
import { minuteMs } from '#domain/time/durations.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { type FoundOrder, findOrder, findOrderOfRun } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { orderOfContent } from './emails.ts'

export interface ResendSettings {
  store: Pick<Store, 'log' | 'vault' | 'outbox'>
  emails: Pick<SealedOutbox<EmailContent>, 'enqueue' | 'open'>
  now: () => number
}

/**
 * - `done`: the e-mail is sent again, or was a moment ago.
 * - `unknown-message`: there is no such e-mail, it is still pending, its content is no longer stored, or it opens the
 *   account of a user.
 * - `erased`: the e-mail goes to the customer of an order whose personal values are erased.
 */
export type ResendResult = { code: 'done' | 'unknown-message' | 'erased' }

/** Error of the attempt that is recorded with a message when another one replaces it. */
const sentAgain = 'sent again as another message'

/**
 * Sends an e-mail again: one that its recipient's mail server has refused, or the delivered one about an event of an
 * order. `id` is that of its outbox row. If the e-mail goes to the customer of an order, `to` becomes the address of the
 * order, to which all later e-mails go as well. Two requests within a minute send one e-mail.
 */
export async function resendEmail(
  settings: ResendSettings,
  id: number,
  to: string | undefined,
): Promise<ResendResult> {
  const { store, emails, now } = settings
  const { row, attempts = [] } = (await store.outbox.get(id)) ?? {}
  if (row?.destination !== 'mail') return { code: 'unknown-message' }
  const last = attempts.at(-1)
  if (last?.error === sentAgain && now() - last.startedAt < minuteMs) return { code: 'done' }
  const content = await contentOf(settings, row)
  if (!content) return { code: 'unknown-message' }
  const found = await customerOrder(settings, content)
  const address = found ? await correctAddress(settings, found, to) : to
  if (found && address === undefined) return { code: 'erased' }
  const number = attempts.length + 1
  // Two requests at the same time derive the same id, so only one message is enqueued.
  await emails.enqueue(addressedTo(content, address), { id: emailId(row.messageId, 'again', number) })
  const attempt = { number, startedAt: now(), durationMs: 0, status: null, error: sentAgain }
  await store.outbox.finish(row, attempt, { state: 'discarded' })
  return { code: 'done' }
}

/** Returns the id of the order to which an e-mail belongs; undefined if it belongs to none. */
export async function orderOfEmail(
  settings: Pick<ResendSettings, 'store' | 'emails'>,
  row: OutboxRow,
): Promise<string | undefined> {
  const content = await contentOf(settings, row)
  return content && orderOfContent(settings.store.log, content)
}

/** Returns the id of the order to whose customer an e-mail goes; undefined if there is none. */
export async function customerOrderOf(
  settings: Pick<ResendSettings, 'store' | 'emails'>,
  row: OutboxRow,
): Promise<string | undefined> {
  const content = await contentOf(settings, row)
  return content && (await customerOrder(settings, content))?.order.id
}

/** Returns the content of the message that sends an e-mail again. A message about an event has no stored content. */
async function contentOf(
  { store, emails }: Pick<ResendSettings, 'store' | 'emails'>,
  { id, position, messageId, state }: OutboxRow,
): Promise<EmailContent | undefined> {
  if (position !== null) {
    const canRepeat = state === 'dead' || state === 'delivered'
    return canRepeat ? { repeat: { eventId: messageId } } : undefined
  }
  if (state !== 'dead') return undefined
  const [stored] = await store.outbox.contents('mail', id - 1, 1)
  const content = stored?.id === id ? emails.open(stored) : undefined
  if (content && 'email' in content && content.opensAccount) return undefined
  // An operator has asked for the e-mail, so its number is not limited.
  return content && 'email' in content ? { ...content, limited: undefined } : content
}

/** Returns the order to whose current address the e-mail is sent. */
async function customerOrder(
  { store }: Pick<ResendSettings, 'store'>,
  content: EmailContent,
): Promise<FoundOrder | undefined> {
  if ('repeat' in content) {
    const event = await store.log.find({ id: content.repeat.eventId })
    return event && findOrderOfRun(store.log, event.runId)
  }
  if ('decision' in content) {
    const { orderId, kind } = content.decision
    return kind === 'withdrawn' ? findOrder(store.log, orderId) : undefined
  }
  return content.order?.isCustomer ? findOrder(store.log, content.order.id) : undefined
}

/** Returns the address of the order, after replacing it by `to` if given; undefined if it is erased. */
async function correctAddress(
  { store, now }: Pick<ResendSettings, 'store' | 'now'>,
  found: FoundOrder,
  to: string | undefined,
): Promise<string | undefined> {
  const { email } = await readOrderValues(store, found)
  if (email === undefined || to === undefined || normalEmail(to) === normalEmail(email)) return email
  await changeOrder(store.log, found, decideEmailCorrection, {
    now: now(),
    personal: { form: { email: to } },
  })
  return to
}

/** Returns the content for another address. Messages to the customer of an order read the address when they are sent. */
function addressedTo(content: EmailContent, address: string | undefined): EmailContent {
  if (address === undefined || 'repeat' in content) return content
  if ('decision' in content)
    return content.decision.kind === 'withdrawn' ? content : { ...content, to: address }
  return { ...content, email: { ...content.email, to: address } }
}
