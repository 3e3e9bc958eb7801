import { laneSize, laneWaitMs, repeatWindowMs } from '#domain/limits.ts'
import { forwardDraftsModes } from '#domain/outbox/webhook-payload.ts'
import path from 'node:path'
import { z } from 'zod'
import { standbyUrls } from '#db/postgres/hosts/host-urls.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { conversionFilesOf, conversionVariables } from './conversion-files.ts'
import { type DatabaseAddress, databaseAllowed, readDatabaseUrl, standbyAllowed } from './database-url.ts'
import { logLevels } from '#service/observability/log.ts'
import { readAddressService } from './address-provider.ts'
import { letterSecretsAllowed, letterUrlAllowed, readLetterSecrets, readLetterUrl } from './letter-url.ts'
import { emailAddress, emailAddresses, emailAddressesAllowed, mailServer, sender } from './mail-settings.ts'
import { oidcSettingsOf, oidcVariables } from './oidc-settings.ts'
import { delayAllowed, periodAllowed, readDelay, readPeriod, readTime, timeAllowed } from './read-periods.ts'
import { readReviews, reviewsAllowed } from './reviews-file.ts'
import { packageVersion, readRelease, releaseAllowed } from './release.ts'
import { allRoles, readRoles } from './roles.ts'
import { withSecretFiles } from './secret-files.ts'
import {
  paymentMethodsAllowed,
  productIdsAllowed,
  readPaymentMethods,
  readProductIds,
  readVipText,
  refuseIncompleteShop,
  vipTextAllowed,
} from './shop-settings.ts'
import { StartError } from './start-error.ts'
import {
  bytesPerUnit,
  choice,
  day,
  diskSpace,
  entry,
  folder,
  onOff,
  readPassword,
  readPiiKey,
  schedule,
  url,
  variable,
  webhookSecrets,
  whole,
} from './variables.ts'

const folderAllowed = 'a folder, without control characters'
const secretsAllowed = 'whsec_ and 24 to 64 bytes in base64, several with a comma between them'

const schema = z.object({
  PORT: whole(0, 65_535, 3000),
  DATA_DIR: variable(folder, path.resolve('data'), folderAllowed),
  LOG_ARCHIVE: variable(folder, undefined, folderAllowed),
  DATABASE_URL: variable(readDatabaseUrl, undefined, databaseAllowed),
  DATABASE_READ_URL: variable(standbyUrls, undefined, standbyAllowed),
  ROLES: variable(
    readRoles,
    new Set(allRoles),
    `${allRoles.join(', ')}, one or several with commas between them`,
  ),
  PUBLIC_URL: variable(
    (text) => url(text)?.replace(/\/+$/, ''),
    undefined,
    'an http or https address like https://www.example.de',
  ),
  RELEASE: variable(readRelease, packageVersion(), releaseAllowed),
  LOG_LEVEL: choice(logLevels, 'info'),
  TRUST_PROXY: whole(0, 10, 0),
  RATE_LIMIT: onOff(true),
  DRAIN_MS: whole(0, 5000, 0, ' of milliseconds'),
  LANE_WAIT_MS: whole(0, 60_000, laneWaitMs, ' of milliseconds'),
  LANE_SIZE: whole(1, 1000, laneSize),
  DEDUPE_WINDOW_MS: whole(0, day, repeatWindowMs, ' of milliseconds'),
  LAPSE_AFTER_MS: whole(1000, 7 * day, 1_800_000, ' of milliseconds'),
  WEBHOOK_URL: variable(url, undefined, 'an http or https address without user and password'),
  WEBHOOK_SECRET: variable(webhookSecrets, undefined, secretsAllowed),
  WEBHOOK_RETRY_SCHEDULE: variable(
    schedule,
    schedule('0s,5s,5m,30m,2h,5h,10h,14h,20h,24h')!,
    'waits before each attempt like 0s,5s,5m,2h (units ms, s, m, h; each at most 30 days; at most 50)',
  ),
  FORWARD_DRAFTS: choice(forwardDraftsModes, 'on'),
  ADDRESS_URL: variable(
    readAddressService,
    undefined,
    'photon+https://<host> or google+https://places.googleapis.com/?key=<key>',
  ),
  ADDRESS_BUDGET: whole(1, 10_000_000, 5000),
  IBAN_URL: variable(url, undefined, 'an http or https address without user and password'),
  ANALYTICS_URL: variable(url, undefined, 'an http or https address without user and password'),
  ...conversionVariables,
  ...oidcVariables,
  TEST_PAYMENT: onOff(false),
  ALLOW_CLEARTEXT: onOff(false),
  CHECKOUT_URL: variable(url, undefined, 'an http or https address without user and password'),
  PAYMENT_METHODS: variable(readPaymentMethods, undefined, paymentMethodsAllowed),
  PAYMENT_WEBHOOK_SECRET: variable(webhookSecrets, undefined, secretsAllowed),
  PII_KEY: variable(readPiiKey, undefined, '32 bytes in base64, for example from: openssl rand -base64 32'),
  REPORTS_TOKEN: variable(
    (text) => (/^[\x21-\x7e]{16,256}$/.test(text) ? text : undefined),
    undefined,
    '16 to 256 printable ASCII characters without spaces',
  ),
  REPORTS_PASSWORD: variable(readPassword, undefined, '12 to 256 characters'),
  ORDERS_PASSWORD: variable(readPassword, undefined, '12 to 256 characters'),
  RETENTION_DRAFTS: variable(readTime, defaultPeriods.drafts, timeAllowed),
  RETENTION_REJECTED: variable(readTime, defaultPeriods.rejected, timeAllowed),
  RETENTION_UPLOADS: variable(readTime, defaultPeriods.uploads, timeAllowed),
  RETENTION_MAIL: variable(readTime, defaultPeriods.mail, timeAllowed),
  RETENTION_UNPAID: variable(readPeriod, defaultPeriods.unpaid, periodAllowed),
  RETENTION_FULFILLED: variable(readPeriod, defaultPeriods.fulfilled, periodAllowed),
  RETENTION_INVOICES: variable(readPeriod, undefined, periodAllowed),
  // Former name of RETENTION_INVOICES, still accepted.
  RETENTION_ORDERS: variable(readPeriod, undefined, periodAllowed),
  SUBMIT_AFTER: variable(readDelay, 2 * 3_600_000, delayAllowed),
  UPLOAD_QUOTA: diskSpace(5 * bytesPerUnit.GB),
  MIN_FREE_DISK: diskSpace(512 * bytesPerUnit.MB),
  VIP: onOff(false),
  VIP_TEXT: variable(readVipText, undefined, vipTextAllowed),
  VIP_PRODUCT_IDS: variable(readProductIds, undefined, productIdsAllowed),
  REVIEWS_FILE: variable(readReviews, undefined, reviewsAllowed),
  SMTP_URL: variable(mailServer, undefined, 'an address like smtps://user:password@mail.example.de:465'),
  MAIL_FROM: variable(sender, undefined, 'an e-mail address, also with a name: Formlotse <post@example.de>'),
  LETTER_URL: variable(readLetterUrl, undefined, letterUrlAllowed),
  LETTER_WEBHOOK_SECRET: variable(readLetterSecrets, undefined, letterSecretsAllowed),
  ALERTS_TO: variable(emailAddresses, [], emailAddressesAllowed),
  ALERT_WEBHOOK_URL: variable(url, undefined, 'an http or https address without user and password'),
  ALERT_WEBHOOK_SECRET: variable(webhookSecrets, undefined, secretsAllowed),
  SUPPORT_EMAIL: variable(emailAddress, undefined, 'an e-mail address'),
  WEEKLY_REPORT_TO: variable(emailAddresses, undefined, emailAddressesAllowed),
  PROVIDER_NAME: entry(),
  PROVIDER_STREET: entry(),
  PROVIDER_CITY: entry(),
  PROVIDER_REPRESENTATIVE: entry(),
  PROVIDER_REGISTER: entry(),
  PROVIDER_VAT_ID: entry(),
  PROVIDER_TAX_NUMBER: entry(),
  PROVIDER_EMAIL: variable(emailAddress, undefined, 'an e-mail address'),
})

/** Names of all variables, for scripts that pass the environment to a child process. */
export const variableNames = Object.keys(schema.shape)

/**
 * Secret variables. Their values never appear in messages, and each can be read from a file. The URL of the webhook is
 * included, because its path often contains a secret.
 */
const secret = new Set([
  'ADDRESS_URL',
  'ALERT_WEBHOOK_SECRET',
  'ALERT_WEBHOOK_URL',
  'ANALYTICS_URL',
  'CONVERSION_FILES_SECRET',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'LETTER_URL',
  'LETTER_WEBHOOK_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
  'PII_KEY',
  'REPORTS_TOKEN',
  'REPORTS_PASSWORD',
  'ORDERS_PASSWORD',
])

function shown(name: string, text = ''): string {
  // A value with an @ is not shown, because it may be a URL with a password.
  return secret.has(name) || text.includes('@')
    ? `a value of ${text.length} characters`
    : JSON.stringify(text)
}

export type Env = z.output<typeof schema>

/**
 * Reads the configuration. Throws a `StartError` with a line for each wrong variable: its name, its value and
 * the allowed values.
 */
export function readEnv(environment: Readonly<Record<string, string | undefined>>): Env {
  const source = withSecretFiles(environment, secret)
  const parsed = schema.safeParse(source)
  if (parsed.success) {
    conversionFilesOf(parsed.data)
    oidcSettingsOf(parsed.data)
    const env = refuseStandbyOfFile(refuseSplitFile(parsed.data))
    return refuseIncompleteShop(refuseUnverified(refuseMissingRecipient(env)))
  }
  const lines = parsed.error.issues.map(({ path: [key], message }) => {
    const name = String(key)
    return `${name} is wrong: read ${shown(name, source[name])}, allowed: ${message}.`
  })
  throw new StartError(lines.join('\n'))
}

// Only one process can open a SQLite file, so that process must have all roles.
function refuseSplitFile(env: Env): Env {
  if (databaseOf(env).engine === 'postgres' || env.ROLES.size === allRoles.length) return env
  throw new StartError(
    `ROLES is wrong: read "${[...env.ROLES].join(',')}", allowed with a SQLite database: ${allRoles.join(',')}. ` +
      'Only one process can open the file; to split the roles, set DATABASE_URL to a PostgreSQL database.',
  )
}

// SQLite has no standbys.
function refuseStandbyOfFile(env: Env): Env {
  if (env.DATABASE_READ_URL === undefined || databaseOf(env).engine === 'postgres') return env
  throw new StartError(
    'DATABASE_READ_URL is wrong: read a standby of PostgreSQL, allowed only if DATABASE_URL is a PostgreSQL database.',
  )
}

// If SMTP_URL is set, messages of visitors are sent by e-mail, so a recipient is required.
function refuseMissingRecipient(env: Env): Env {
  if (env.SMTP_URL === undefined || env.SUPPORT_EMAIL || env.PROVIDER_EMAIL) return env
  throw new StartError(
    'SUPPORT_EMAIL is missing: with SMTP_URL, an e-mail address that receives the messages of visitors is required.',
  )
}

// Without the signing key, anyone could report letters as sent.
function refuseUnverified(env: Env): Env {
  if (env.LETTER_URL === undefined || env.LETTER_WEBHOOK_SECRET) return env
  throw new StartError(
    `LETTER_WEBHOOK_SECRET is missing: with LETTER_URL, the signing key of the webhooks is required; allowed: ${letterSecretsAllowed}.`,
  )
}

/** Returns the folder of the archived ranges of the log. */
export function archiveFolderOf(env: Pick<Env, 'LOG_ARCHIVE' | 'DATA_DIR'>): string {
  return env.LOG_ARCHIVE ?? path.join(env.DATA_DIR, 'log-archive')
}

/** Returns the address of the database. The default is a SQLite file in the data folder. */
export function databaseOf(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): DatabaseAddress {
  return env.DATABASE_URL ?? { engine: 'sqlite', file: path.join(env.DATA_DIR, 'formlotse.db') }
}
