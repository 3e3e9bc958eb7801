import type { Store } from '#db/ports/store.ts'
import { concernOf } from '#service/emails/support/support-emails.ts'
import type { SupportRequest, Withdrawal } from '#domain/site/contact-contract.ts'
import { declarationText } from '#service/emails/withdrawal/declaration-text.ts'
import { findOrderOfRun } from '#service/orders/find-order.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'

/**
 * A declaration of withdrawal that is not yet recorded. `secretHash` is the hash of the run's secret, if the browser
 * sent the secret with the declaration.
 */
export interface DeclarationContent {
  withdrawal: Withdrawal
  receivedAt: number
  secretHash?: string | undefined
  /** Id of the order that the customer had unlocked on the status page, which proves the declaration. */
  unlockedOrder?: string | undefined
}

/** What a row of the destination `requests` contains until an operator closes it. */
export type RequestContent = SupportContent | UnsettledDeclaration | UnsettledPayment

/** A visitor's message to support. Messages to earlier versions of the service name no order. */
interface SupportContent {
  request: Pick<SupportRequest, 'name' | 'email' | 'anliegen' | 'message'> & { orderNumber?: string }
}

/** A declaration of withdrawal that has changed no order, so that an operator has to check it. */
interface UnsettledDeclaration {
  declaration: Pick<Withdrawal, 'name' | 'email' | 'orderNumber' | 'details'>
  /** Time at which the declaration was received, in ms since the epoch. */
  receivedAt: number
  /** Why it changed no order. */
  outcome: string
  /** The order that it is about; absent if no single order matches. */
  orderId?: string | undefined
}

export interface ReportedPayment {
  orderId: string
  paymentId: string
  amountCents: number
  /** Status that the provider reported. */
  status: string
}

/** A report of the payment provider that an operator has to check. */
interface UnsettledPayment {
  payment: ReportedPayment
  /** Why it was refused, or `expired` if it paid an expired order. */
  code: string
}

/**
 * Returns the e-mail addresses in a message. An e-mail about an event of an order contains none, and a decision notice
 * only a corrected one: the customer's address is read when the message is sent.
 */
export function peopleOf(content: EmailContent | DeclarationContent | RequestContent): string[] {
  if ('withdrawal' in content) return [content.withdrawal.email]
  if ('request' in content) return [content.request.email]
  if ('declaration' in content) return [content.declaration.email]
  // The customer is named by the order only.
  if ('payment' in content) return []
  if ('decision' in content) return content.to === undefined ? [] : [content.to]
  if ('repeat' in content) return []
  const { to, replyTo } = content.email
  return replyTo ? [to, replyTo.address] : [to]
}

/** Returns the id of the order that a message is about; undefined if it is about none. */
export async function orderOfContent(
  log: Pick<Store['log'], 'find' | 'readOrder'>,
  content: EmailContent | DeclarationContent | RequestContent,
): Promise<string | undefined> {
  if ('withdrawal' in content) return content.unlockedOrder
  if ('request' in content) return undefined
  if ('declaration' in content) return content.orderId
  if ('payment' in content) return content.payment.orderId
  if ('decision' in content) return content.decision.orderId
  if ('email' in content) return content.order?.id
  const event = await log.find({ id: content.repeat.eventId })
  return event && (await findOrderOfRun(log, event.runId))?.order.id
}

/** Returns the text of a message for the export to the person concerned. */
export function describeContent(content: EmailContent | DeclarationContent | RequestContent): string {
  if ('withdrawal' in content) return declarationText(content.withdrawal)
  if ('request' in content) {
    const { anliegen, orderNumber = '', message } = content.request
    const about = orderNumber === '' ? '' : `\nAuftragsnummer: ${orderNumber}`
    return `Support-Anfrage: ${concernOf(anliegen)}${about}\n\n${message}`
  }
  if ('declaration' in content) return declarationText(content.declaration)
  if ('payment' in content || 'decision' in content || 'repeat' in content) return ''
  return `Betreff: ${content.email.subject}\n\n${content.email.text}`
}
