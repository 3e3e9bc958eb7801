import path from 'node:path'
import { z } from 'zod'
import { type DatabaseAddress, databaseAllowed, readDatabaseUrl } from './database-url.ts'
import { logLevels } from './log.ts'
import { readAddressService } from './lookups/address-provider.ts'
import { emailAddress, mailServer, printable, sender } from './mail/read-settings.ts'
import { allRoles, readRoles } from './roles.ts'
import { StartError } from './start-error.ts'

// The only reader of the environment.

/** A variable: how it is read (undefined when wrong), what stands for an absent one, and what is allowed. */
function variable<Value, Absent>(read: (text: string) => Value | undefined, absent: Absent, allowed: string) {
  return z
    .string()
    .optional()
    .transform((text, context): Value | Absent => {
      // An empty value counts as absent: Compose files and shells pass variables on like that.
      if (text === undefined || text.trim() === '') return absent
      const value = read(text.trim())
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: allowed })
      return z.NEVER
    })
}

function whole(min: number, max: number, absent: number, unit = '') {
  const read = (text: string) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined
  }
  return variable(read, absent, `a whole number${unit} from ${min} to ${max}`)
}

function choice<const Option extends string>(options: readonly Option[], absent: Option) {
  return variable((text) => options.find((option) => option === text), absent, options.join(', '))
}

function onOff(absent: boolean) {
  return choice(['on', 'off'], absent ? 'on' : 'off').transform((value) => value === 'on')
}

function url(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username) return undefined
  return text
}

function webhookSecrets(text: string): [string, ...string[]] | undefined {
  const [first, ...more] = text.split(/[\s,]+/).filter(Boolean)
  return first !== undefined && [first, ...more].every(isWebhookSecret) ? [first, ...more] : undefined
}

/** Standard Webhooks: the prefix and 24 to 64 bytes in base64. */
export function isWebhookSecret(text: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1]
  const length = base64 ? Buffer.from(base64, 'base64').length : 0
  return length >= 24 && length <= 64
}

/** 32 bytes in base64. */
export function readPiiKey(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return undefined
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** As people type it: any characters, but no line breaks and the like. */
export function readPassword(text: string): string | undefined {
  return /^\P{C}{12,256}$/u.test(text) ? text : undefined
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const day = 24 * units.h

function schedule(text: string): number[] | undefined {
  const waits = text.split(',').map((part) => {
    const [, amount, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(part.trim()) ?? []
    return amount === undefined ? Number.NaN : Number(amount) * units[unit as keyof typeof units]
  })
  return waits.every((wait) => wait <= 30 * day) && waits.length <= 50 ? waits : undefined
}

const longestRetention = 36_500 * day

function retentionTime(text: string): number | undefined {
  const [, amount, unit] = /^([1-9]\d{0,7})(m|h|d)$/.exec(text) ?? []
  const ms = Number(amount) * (unit === 'd' ? day : units[unit as 'm' | 'h'])
  return ms <= longestRetention ? ms : undefined
}

/** How long something is kept, in ms. Nothing is kept for no time: the message of a run must still go out. */
function retention(absent: number) {
  return variable(retentionTime, absent, 'a time from 1m to 36500d like 30d (units m, h, d)')
}

/** A line of the imprint. */
function entry() {
  return variable(printable, undefined, 'a line of 1 to 200 characters')
}

const secretsAllowed = 'whsec_ and 24 to 64 bytes in base64, several with a comma between them'

const schema = z.object({
  PORT: whole(0, 65_535, 3000),
  DATA_DIR: variable((text) => path.resolve(text), path.resolve('data'), 'a folder'),
  DATABASE_URL: variable(readDatabaseUrl, undefined, databaseAllowed),
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
  LOG_LEVEL: choice(logLevels, 'info'),
  TRUST_PROXY: whole(0, 10, 0),
  RATE_LIMIT: onOff(true),
  LANE_WAIT_MS: whole(0, 60_000, 5000, ' of milliseconds'),
  LANE_SIZE: whole(1, 1000, 10),
  DEDUPE_WINDOW_MS: whole(0, day, 30_000, ' of milliseconds'),
  LAPSE_AFTER_MS: whole(1000, 7 * day, 1_800_000, ' of milliseconds'),
  WEBHOOK_URL: variable(url, undefined, 'an http or https address without user and password'),
  WEBHOOK_SECRET: variable(webhookSecrets, undefined, secretsAllowed),
  WEBHOOK_RETRY_SCHEDULE: variable(
    schedule,
    schedule('0s,5s,5m,30m,2h,5h,10h,14h,20h,24h')!,
    'waits before each attempt like 0s,5s,5m,2h (units ms, s, m, h; each at most 30 days; at most 50)',
  ),
  FORWARD_DRAFTS: onOff(true),
  ADDRESS_URL: variable(
    readAddressService,
    undefined,
    'photon+https://<host> or google+https://places.googleapis.com/?key=<key>',
  ),
  IBAN_URL: variable(url, undefined, 'an http or https address without user and password'),
  ANALYTICS_URL: variable(url, undefined, 'an http or https address without user and password'),
  CHECKOUT_URL: variable(url, undefined, 'an http or https address without user and password'),
  PAYMENT_WEBHOOK_SECRET: variable(webhookSecrets, undefined, secretsAllowed),
  PII_KEY: variable(readPiiKey, undefined, '32 bytes in base64, for example from: openssl rand -base64 32'),
  REPORTS_TOKEN: variable(
    (text) => (/^[\x21-\x7e]{16,256}$/.test(text) ? text : undefined),
    undefined,
    '16 to 256 printable ASCII characters without spaces',
  ),
  REPORTS_PASSWORD: variable(readPassword, undefined, '12 to 256 characters'),
  RETENTION_DRAFTS: retention(30 * day),
  RETENTION_REJECTED: retention(30 * day),
  RETENTION_UPLOADS: retention(day),
  RETENTION_MAIL: retention(30 * day),
  // Invoices and receipts are kept for 8 years from the end of their year (§ 147 AO, § 14b UStG).
  RETENTION_ORDERS: retention(3650 * day),
  VIP: onOff(false),
  SMTP_URL: variable(mailServer, undefined, 'an address like smtps://user:password@mail.example.de:465'),
  MAIL_FROM: variable(sender, undefined, 'an e-mail address, also with a name: Formlotse <post@example.de>'),
  SUPPORT_EMAIL: variable(emailAddress, undefined, 'an e-mail address'),
  PROVIDER_NAME: entry(),
  PROVIDER_STREET: entry(),
  PROVIDER_CITY: entry(),
  PROVIDER_REPRESENTATIVE: entry(),
  PROVIDER_REGISTER: entry(),
  PROVIDER_VAT_ID: entry(),
  PROVIDER_EMAIL: variable(emailAddress, undefined, 'an e-mail address'),
})

/** Never repeated in a message; the address of a webhook often carries a secret in its path. */
const secret = new Set([
  'ADDRESS_URL',
  'ANALYTICS_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
  'PII_KEY',
  'REPORTS_TOKEN',
  'REPORTS_PASSWORD',
])

function shown(name: string, text = ''): string {
  // What has an @ may be an address with a password.
  return secret.has(name) || text.includes('@')
    ? `a value of ${text.length} characters`
    : JSON.stringify(text)
}

export type Env = z.output<typeof schema>

/** Reads the configuration. Throws a StartError with one line for each wrong variable: its name, what was read, what is allowed. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const parsed = schema.safeParse(source)
  if (parsed.success) return refuseSilentMail(refuseSplitFile(parsed.data))
  const lines = parsed.error.issues.map(({ path: [key], message }) => {
    const name = String(key)
    return `${name} is wrong: read ${shown(name, source[name])}, allowed: ${message}.`
  })
  throw new StartError(lines.join('\n'))
}

// Where the roles were split over one file, the second process would be refused the database, or nobody would forward.
function refuseSplitFile(env: Env): Env {
  if (databaseOf(env).engine === 'postgres' || env.ROLES.size === allRoles.length) return env
  throw new StartError(
    `ROLES is wrong: read "${[...env.ROLES].join(',')}", allowed with a SQLite database: ${allRoles.join(',')}. ` +
      'One process has the file; to split the roles set DATABASE_URL to a PostgreSQL database.',
  )
}

// Letters of visitors would go nowhere.
function refuseSilentMail(env: Env): Env {
  if (env.SMTP_URL === undefined || env.SUPPORT_EMAIL || env.PROVIDER_EMAIL) return env
  throw new StartError(
    'SUPPORT_EMAIL is missing: with SMTP_URL an e-mail address is needed that letters of visitors go to.',
  )
}

/** Where the store is. */
export function databaseOf(env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): DatabaseAddress {
  return env.DATABASE_URL ?? { engine: 'sqlite', file: path.join(env.DATA_DIR, 'formlotse.db') }
}
