import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'
import type { IssuedKey } from '#service/journal/issued-journal.ts'
import type { Attachment, Email } from './email-content.ts'

/** Requests the e-mail about an event of an order. */
export interface OrderEmailRequest {
  /** Id of the event that caused the e-mail. */
  eventId: string
  /** True if an e-mail that was sent, or was refused by its recipient, is sent again on request. */
  isRepeat: boolean
}

/**
 * - `email`: the e-mail to send. `key` is the same for every message about it.
 * - `later`: the e-mail must not be sent before `until` (ms since the epoch).
 * - `discarded`: there is nothing to send (any more).
 */
export type ComposedOrderEmail =
  | {
      code: 'email'
      key: IssuedKey
      orderId: string
      email: Email
      attachments: Attachment[]
      limited?: LimitedKind
    }
  | { code: 'later'; until: number }
  | { code: 'discarded'; reason: string }

export type ComposeOrderEmail = (request: OrderEmailRequest) => Promise<ComposedOrderEmail>
