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
 * Content of an outbox row for the destination `mail`: an e-mail, or the notice of a decision, from which the e-mail is
 * composed when it is due. `limited` is set for e-mails that a stranger can cause to be sent to any address, so that
 * their number can be limited.
 */
export type EmailContent = { email: Email; limited?: LimitedKind | undefined } | { decision: DecisionNotice }
