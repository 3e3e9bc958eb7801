import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'

export interface Email {
  to: string
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
  /** The same content as `text`; absent in e-mails that an earlier version composed. */
  html?: string
  /** URL at which the recipient unsubscribes from such e-mails, with one click in the mail program (RFC 8058). */
  unsubscribeUrl?: string
}

/** A file that is sent with an e-mail. It is not part of the outbox row: it is read when the message is due. */
export interface Attachment {
  filename: string
  contentType: string
  content: Uint8Array
}

export type DecidedBy = 'confirmation' | 'objection' | 'deadline'

/**
 * Describes an e-mail about the decision on a withdrawal, or to the old e-mail address of an amended order. The notice is enqueued before the decision's event is
 * appended. It therefore identifies this event by the number `change`.
 */
export interface DecisionNotice {
  orderId: string
  /** Value of `Order.changes` after the decision's event has been appended. */
  change: number
  by: DecidedBy | 'amendment'
  kind: 'withdrawn' | 'decided' | 'address-changed'
  /** ms since the epoch */
  enqueuedAt: number
}

/**
 * Content of an outbox row for the destination `mail`:
 * - `email`: a composed e-mail. `limited` is set if strangers can cause such an e-mail to be sent to any address. The
 *   number of these e-mails is limited. `order` is the order that the e-mail is about, and `isCustomer` is true if it
 *   goes to the address of the order. `opensAccount` is true if a link in it lets its reader set a user's password: it is
 *   never sent again, because operators may send e-mails again to another address.
 * - `decision`: the notice of a decision. When the message is due, the e-mail is composed from the notice. `to` replaces
 *   the recipient.
 * - `repeat`: an e-mail about an event of an order that is sent again. When the message is due, the e-mail is composed
 *   from the event, with the same documents as before and for the current address of the order.
 */
export type EmailContent =
  | {
      email: Email
      limited?: LimitedKind | undefined
      order?: { id: string; isCustomer: boolean } | undefined
      opensAccount?: true
    }
  | { decision: DecisionNotice; to?: string }
  | { repeat: { eventId: string } }
