import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'

export interface Email {
  to: string
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
}

export type DecidedBy = 'confirmation' | 'objection' | 'deadline'

/**
 * Describes an e-mail about the decision on a withdrawal. The notice is enqueued before the decision's event is
 * appended. It therefore identifies this event by the number `change`.
 */
export interface DecisionNotice {
  orderId: string
  /** Value of `Order.changes` after the decision's event has been appended. */
  change: number
  by: DecidedBy
  kind: 'withdrawn' | 'decided'
  /** ms since the epoch */
  enqueuedAt: number
}

/**
 * Content of an outbox row for the destination `mail`:
 * - `email`: a composed e-mail. `limited` is set if strangers can cause such an e-mail to be sent to any address. The
 *   number of these e-mails is limited.
 * - `decision`: the notice of a decision. When the message is due, the e-mail is composed from the notice.
 */
export type EmailContent = { email: Email; limited?: LimitedKind | undefined } | { decision: DecisionNotice }
