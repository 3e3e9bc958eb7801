import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { deskPath } from '#domain/site/site-paths.ts'
import type { Env } from '#service/config/env.ts'
import { createTypesetter } from '#service/documents/typesetter.ts'
import { letterAttentionEmail } from '#service/emails/desk/letter-attention.ts'
import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { readAcceptedTexts } from '#service/fulfilment/accepted-texts.ts'
import { createDocumentsDestination } from '#service/fulfilment/documents-destination.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import { createOrderEmails } from '#service/fulfilment/emails/compose-order-email.ts'
import { openLetters } from '#service/fulfilment/letters/open-letters.ts'
import { openIssuedJournal } from '#service/journal/issued-journal.ts'
import { providerContent } from '#service/fulfilment/provider-content.ts'
import { retentionOf } from '#service/privacy/retention-settings.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import { createStatusLinks } from '#service/status/status-links.ts'
import { siteUrl, webRoot } from './app-settings.ts'

interface FulfilmentParts {
  env: Env
  piiKey: Uint8Array
  store: Store
  now: () => number
  log: Logger
  /** Called after events were stored. */
  onCommit: () => void
  /** Enqueues an e-mail to the operators, unless one with this id was enqueued before. */
  notifyOperators: (id: string, draft: EmailDraft) => Promise<void>
}

/**
 * Creates the parts that fulfil orders: the journal of what was issued, the typesetter, the destinations of documents and
 * letters, and the composition of e-mails. Throws a `StartError` if the journal cannot be read.
 */
export async function openFulfilment(parts: FulfilmentParts) {
  const { env, piiKey, store, now, log, onCommit, notifyOperators } = parts
  const journal = await openIssuedJournal(env.DATA_DIR)
  const typesetter = createTypesetter({ log })
  const publicUrl = siteUrl(env)
  const statusLinks = createStatusLinks({ piiKey, publicUrl })
  const site = siteSettingsOf(env)
  return {
    journal,
    typesetter,
    statusUrl: statusLinks.url,
    letters: openLetters({
      env,
      store,
      typesetter,
      journal,
      now,
      log,
      onCommit,
      onAttention: ({ letterId, ...letter }) =>
        notifyOperators(
          emailId('letter', letterId, letter.reason),
          letterAttentionEmail(letter, publicUrl + deskPath),
        ),
    }),
    composeOrderEmail: createOrderEmails({
      store,
      documents: store.documents,
      journal,
      compose: createComposer({ provider: providerText(site.provider), publicUrl }),
      links: statusLinks,
      submitAfterMs: env.SUBMIT_AFTER,
      unpaid: retentionOf(env).unpaid,
      now,
    }),
    documents: createDocumentsDestination({
      store,
      typesetter,
      journal,
      statusLinks,
      provider: providerContent(site.provider, env),
      acceptedTexts: (order) => readAcceptedTexts({ store, webRoot, publicUrl, site }, order),
      now,
      onCommit,
    }),
  }
}
