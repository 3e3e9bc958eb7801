import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { createVaultCipher } from '#db/vault-cipher.ts'
import type { Env } from '#service/env.ts'
import { startCorrespondence } from './correspondence.ts'
import { mailFolders } from './kept-letters.ts'
import { createMailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'

interface CorrespondenceParts {
  env: Env
  piiKey: Uint8Array
  store: Store
  now: () => number
  log: Logger
  onCommit: () => void
}

/** Nobody's: letters to it are files until a mail server is named, and then an address must be given as well. */
const nobody = 'support@formlotse.invalid'

export function openCorrespondence({ env, piiKey, ...parts }: CorrespondenceParts) {
  const folders = mailFolders(env.DATA_DIR)
  const supportEmail = env.SUPPORT_EMAIL ?? env.PROVIDER_EMAIL ?? nobody
  const from = env.MAIL_FROM ?? `Formlotse <${supportEmail}>`
  const cipher = createVaultCipher(piiKey)
  const outbox = createOutbox({
    folder: folders.outbox,
    cipher,
    now: parts.now,
    newId: randomUUID,
    onUnreadable: (name) =>
      parts.log.error(
        { name },
        'a letter in the outbox cannot be read and is set aside: restore it from a backup',
      ),
  })
  const mailer = createMailer({ smtpUrl: env.SMTP_URL, from, folder: folders.files })
  return startCorrespondence({
    ...parts,
    outbox,
    mailer,
    supportEmail,
    folders,
    keepMs: env.RETENTION_MAIL,
  })
}

/** What a site that is open to everybody may not lack, for the operator. */
export function missingForVisitors(env: Env): string[] {
  if (env.PUBLIC_URL?.startsWith('https:') !== true || !env.ROLES.has('ingest')) return []
  const provider = [
    'PROVIDER_NAME',
    'PROVIDER_STREET',
    'PROVIDER_CITY',
    'PROVIDER_REPRESENTATIVE',
    'PROVIDER_REGISTER',
    'PROVIDER_VAT_ID',
    'PROVIDER_EMAIL',
  ] as const
  const unset = provider.filter((name) => env[name] === undefined)
  return [
    ...(unset.length > 0 ? [`the legal pages show placeholders, set ${unset.join(', ')}`] : []),
    ...(env.SMTP_URL === undefined ? ['no mail is sent, only kept in DATA_DIR/mail: set SMTP_URL'] : []),
  ]
}
