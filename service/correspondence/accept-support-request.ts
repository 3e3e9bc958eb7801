import type { Store } from '#db/ports/store.ts'
import type { SupportRequest } from '#domain/site/contact-contract.ts'
import { supportEmail, supportReceiptEmail } from '#service/emails/support/support-emails.ts'
import type { ComposeEmail } from '#service/emails/template/create-composer.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import type { RequestContent } from './emails.ts'

interface SupportRequestSettings {
  store: Pick<Store, 'outbox'>
  emails: Pick<SealedOutbox<EmailContent>, 'seal'>
  requests: Pick<SealedOutbox<RequestContent>, 'seal'>
  compose: ComposeEmail
  /** Address of the operator. */
  supportEmail: string
  newId: () => string
  now: () => number
}

/**
 * Stores a visitor's message to support, with the e-mail to the operator and the acknowledgement to the visitor. They
 * are stored in one transaction, so that a stored request always has both e-mails, and each only once.
 */
export async function acceptSupportRequest(
  { store, emails, requests, compose, supportEmail: operator, newId, now }: SupportRequestSettings,
  { name, email, anliegen, message }: SupportRequest,
): Promise<void> {
  const id = newId()
  const request = { name, email, anliegen, message }
  await store.outbox.enqueue([
    requests.seal({ request }, { id }),
    emails.seal({ email: compose(operator, supportEmail(request)) }, { id: emailId(id, 'operator') }),
    emails.seal(
      { email: compose(email, supportReceiptEmail(request, now())), limited: 'acknowledgement' },
      { id: emailId(id, 'receipt') },
    ),
  ])
}
