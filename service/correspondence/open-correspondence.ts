import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { providerText } from '#domain/site/provider-text.ts'
import type { Provider } from '#domain/site/site-settings.ts'
import type { Env } from '#service/config/env.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import type { IssuedJournal } from '#service/journal/issued-journal.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import type { ComposeOrderEmail } from '#service/outbox/destinations/mail/order-email-request.ts'
import { createMailer } from '#service/outbox/destinations/mail/mailer.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { createAnswerLinks } from '#service/withdrawals/answer-links.ts'
import { createAcknowledgementLimit } from './acknowledgement-limit.ts'
import { startCorrespondence } from './correspondence.ts'
import type { DeclarationContent, RequestContent } from './emails.ts'
import type { StatusUrl } from './email-order.ts'
import { importFiles } from './import-files.ts'
import { mailFolders } from './kept-emails.ts'
import type { NamedOrder } from './record-support-requests.ts'

interface CorrespondenceParts {
  env: Env
  /** Data about the site's operator for the footer of the e-mails. */
  provider: Provider
  /** True if an `smtp:` server must offer STARTTLS. */
  requireTls: boolean
  piiKey: Uint8Array
  composeOrderEmail: ComposeOrderEmail
  journal: IssuedJournal
  statusUrl: StatusUrl
  store: Store
  replicas: Replicas
  now: () => number
  log: Logger
  onCommit: () => void
  onMessages: () => void
}

/**
 * Address of the operator if none is configured. No e-mail is ever sent to it: if SMTP_URL is set, an address must be
 * configured. Without SMTP_URL, e-mails are only written to files.
 */
const placeholder = 'support@formlotse.invalid'

/** Moves e-mails that an earlier version left in files to the outbox, then starts to accept messages of visitors. */
export async function openCorrespondence({
  env,
  provider,
  requireTls,
  piiKey,
  ...parts
}: CorrespondenceParts) {
  const { store, now, log } = parts
  const folders = mailFolders(env.DATA_DIR)
  const supportEmail = env.SUPPORT_EMAIL ?? env.PROVIDER_EMAIL ?? placeholder
  const from = env.MAIL_FROM ?? `Formlotse <${supportEmail}>`
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const cipher = createVaultCipher(piiKey)
  const imported = await importFiles({
    folder: folders.outbox,
    store,
    cipher,
    onUnreadable: (name) =>
      log.error({ name }, 'an e-mail file cannot be decrypted and is set aside: restore it from a backup'),
  })
  if (imported > 0) log.info({ imported }, 'e-mails of an earlier version were moved to the outbox')
  const sealed = { store, cipher, now, newId: randomUUID }
  return startCorrespondence({
    ...parts,
    newId: randomUUID,
    emails: createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' }),
    declarations: createSealedOutbox<DeclarationContent>({ ...sealed, destination: 'withdrawals' }),
    requests: createSealedOutbox<RequestContent>({ ...sealed, destination: 'requests' }),
    namedOrders: createSealedOutbox<NamedOrder>({ ...sealed, destination: 'support' }),
    mailer: createMailer({ smtpUrl: env.SMTP_URL, requireTls, from, folder: folders.files }),
    compose: createComposer({ provider: providerText(provider), publicUrl }),
    supportEmail,
    links: createAnswerLinks({ piiKey, publicUrl }),
    fileClock: Date.now,
    limit: createAcknowledgementLimit({ store, piiKey, now }),
    folders,
    keepMs: env.RETENTION_MAIL,
  })
}

/** Returns warnings about missing settings that a public site needs for its correspondence. */
export function missingForVisitors(env: Env): string[] {
  if (env.PUBLIC_URL?.startsWith('https:') !== true || !env.ROLES.has('ingest')) return []
  return env.SMTP_URL === undefined
    ? ['e-mails are not sent, only written to DATA_DIR/mail: set SMTP_URL']
    : []
}
