import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'

export interface Email {
  to: string
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
}

export type DecidedBy = 'confirmation' | 'objection' | 'deadline'

/** Describes an e-mail about a decision. It is enqueued before the decision's event is appended. */
export interface DecisionNotice {
  orderId: string
  /** Value that `Order.changes` will have after the decision's event. */
  change: number
  by: DecidedBy
  kind: 'withdrawn' | 'decided'
  /** ms since the epoch */
  enqueuedAt: number
}

/**
 * Content of an outbox row for the destination `mail`:
 * - `email`: a composed e-mail. `limited` is set if a stranger can cause the e-mail to be sent to any address, so that
 *   the number of these e-mails can be limited.
 * - `decision`: the notice of a decision. The e-mail is composed from the notice when it is due.
 */
export type EmailContent = { email: Email; limited?: LimitedKind | undefined } | { decision: DecisionNotice }
