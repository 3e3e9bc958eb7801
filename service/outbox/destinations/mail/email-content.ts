import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'

export interface Email {
  to: string
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
}

export type DecidedBy = 'confirmation' | 'objection' | 'deadline'

/** An e-mail about a decision, enqueued before the decision's event is appended. */
export interface DecisionNotice {
  orderId: string
  /** Number that the change of the event would have (see `Order.changes`). */
  change: number
  by: DecidedBy
  kind: 'withdrawn' | 'decided'
  /** ms since the epoch */
  enqueuedAt: number
}

/**
 * Content of a row for `mail`: an e-mail, or the notice of a decision, whose e-mail is composed when it is sent.
 * `limited` marks e-mails that a stranger can have sent to any address.
 */
export type EmailContent = { email: Email; limited?: LimitedKind | undefined } | { decision: DecisionNotice }
