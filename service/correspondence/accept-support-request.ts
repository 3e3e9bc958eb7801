import type { Store } from '#db/ports/store.ts'
import type { SupportRequest } from '#domain/site/contact-contract.ts'
import { supportEmail, supportReceiptEmail } from '#service/emails/support/support-emails.ts'
import type { ComposeEmail } from '#service/emails/template/create-composer.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import type { RequestContent } from './emails.ts'
import type { NamedOrder } from './record-support-requests.ts'

interface SupportRequestSettings {
  store: Pick<Store, 'outbox'>
  emails: Pick<SealedOutbox<EmailContent>, 'seal'>
  requests: Pick<SealedOutbox<RequestContent>, 'seal'>
  namedOrders: Pick<SealedOutbox<NamedOrder>, 'seal'>
  compose: ComposeEmail
  /** Address of the operator. */
  supportEmail: string
  newId: () => string
  now: () => number
}

/**
 * Stores a visitor's message to support, with the e-mail to the operator, the acknowledgement to the visitor and the
 * number of the order that the message names. They are stored in one transaction, so that a stored request always has
 * all of them, and each only once.
 */
export async function acceptSupportRequest(
  settings: SupportRequestSettings,
  { name, email, anliegen, orderNumber, message }: SupportRequest,
): Promise<void> {
  const { store, emails, requests, namedOrders, compose, supportEmail: operator, newId, now } = settings
  const id = newId()
  const request = { name, email, anliegen, orderNumber, message }
  await store.outbox.enqueue([
    requests.seal({ request }, { id }),
    emails.seal({ email: compose(operator, supportEmail(request)) }, { id: emailId(id, 'operator') }),
    emails.seal(
      { email: compose(email, supportReceiptEmail(request, now())), limited: 'acknowledgement' },
      { id: emailId(id, 'receipt') },
    ),
    ...(orderNumber === '' ? [] : [namedOrders.seal({ orderNumber }, { id: emailId(id, 'order') })]),
  ])
}
