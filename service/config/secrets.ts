import { randomBytes, randomInt } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type Env, databaseOf } from './env.ts'
import { isWebhookSecret, readPassword, readPiiKey } from './variables.ts'
import { StartError } from './start-error.ts'

export interface Secrets {
  piiKey: Uint8Array
  reportsToken: string
  /** Password with which readers of the reports log in. */
  reportsPassword: string
  /** Password with which operators log in. */
  ordersPassword: string
  webhookSecrets: [string, ...string[]]
  /** Secrets that sign the messages to the webhook for alerts; empty without one. */
  alertWebhookSecrets: string[]
  /**
   * Secrets that verify payment reports: a signature by any of them is accepted. The first one also signs test
   * payments.
   */
  paymentSecrets: [string, ...string[]]
  /**
   * Paths of the files from which secrets were read, by name of the variable. Secrets set in the environment are not
   * included.
   */
  files: Record<string, string>
}

type SecretName =
  | 'PII_KEY'
  | 'REPORTS_TOKEN'
  | 'REPORTS_PASSWORD'
  | 'ORDERS_PASSWORD'
  | 'WEBHOOK_SECRET'
  | 'ALERT_WEBHOOK_SECRET'
  | 'PAYMENT_WEBHOOK_SECRET'

const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Characters of a generated password. Characters that look alike are excluded, because somebody may read the password
 * from a screen and type it.
 */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

const fiveLetters = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')

/** Returns a new password of 100 random bits, as four groups of five characters. */
const newPassword = () => Array.from({ length: 4 }, fiveLetters).join('-')

/**
 * Returns the secrets. With PostgreSQL, they must be set in the environment, because several processes share them. With
 * SQLite, secrets that the environment does not set are read from files in the data folder. The first start creates
 * these files, and only their owner can read them. Throws a `StartError` if a required secret is missing or a file has
 * wrong content. Also throws one if a database exists but its key is missing, because a new key could not decrypt the
 * personal data.
 */
export function readSecrets(env: Env): Secrets {
  const database = databaseOf(env)
  return database.engine === 'sqlite' ? readOrMake(env, database.file) : readGiven(env)
}

function readOrMake(env: Env, databaseFile: string): Secrets {
  const files: Record<string, string> = {}

  function fromFile(name: SecretName, file: string, make: () => string): string {
    const place = path.join(env.DATA_DIR, file)
    files[name] = place
    if (!existsSync(place)) create(place, make())
    return readFileSync(place, 'utf8').trim()
  }

  function webhookSecret(name: SecretName, file: string): string {
    const text = fromFile(name, file, newWebhookSecret)
    return isWebhookSecret(text) ? text : wrong(name, files, 'whsec_ and 24 to 64 bytes in base64')
  }

  function password(name: SecretName, file: string): string {
    return readPassword(fromFile(name, file, newPassword)) ?? wrong(name, files, passwordAllowed)
  }

  function piiKey(): Uint8Array {
    const place = path.join(env.DATA_DIR, 'pii.key')
    if (existsSync(databaseFile) && !existsSync(place))
      throw new StartError(
        `PII_KEY is missing: there is a database ${databaseFile}, but not the key ${place} for its personal data. Restore the key or set PII_KEY.`,
      )
    const text = fromFile('PII_KEY', 'pii.key', () => randomBytes(32).toString('base64'))
    return readPiiKey(text) ?? wrong('PII_KEY', files, '32 bytes in base64')
  }

  return {
    piiKey: env.PII_KEY ?? piiKey(),
    reportsToken:
      env.REPORTS_TOKEN ??
      (fromFile('REPORTS_TOKEN', 'reports-token', () => randomBytes(24).toString('base64url')) ||
        wrong('REPORTS_TOKEN', files, 'a token')),
    reportsPassword: env.REPORTS_PASSWORD ?? password('REPORTS_PASSWORD', 'reports-password'),
    ordersPassword: env.ORDERS_PASSWORD ?? password('ORDERS_PASSWORD', 'orders-password'),
    webhookSecrets: env.WEBHOOK_SECRET ?? [webhookSecret('WEBHOOK_SECRET', 'webhook-secret')],
    alertWebhookSecrets:
      env.ALERT_WEBHOOK_SECRET ??
      (env.ALERT_WEBHOOK_URL === undefined
        ? []
        : [webhookSecret('ALERT_WEBHOOK_SECRET', 'alert-webhook-secret')]),
    paymentSecrets: env.PAYMENT_WEBHOOK_SECRET ?? [
      webhookSecret('PAYMENT_WEBHOOK_SECRET', 'payment-webhook-secret'),
    ],
    files,
  }
}

/** Reads the secrets from the environment only. Throws a `StartError` with a line for each missing secret. */
function readGiven(env: Env): Secrets {
  const { PII_KEY, REPORTS_TOKEN, REPORTS_PASSWORD, ORDERS_PASSWORD } = env
  const { WEBHOOK_SECRET, ALERT_WEBHOOK_SECRET, PAYMENT_WEBHOOK_SECRET } = env
  const missing = [
    ...(PII_KEY ? [] : [piiKeyMissing]),
    ...(REPORTS_TOKEN ? [] : ['REPORTS_TOKEN is missing: allowed are 16 to 256 printable ASCII characters']),
    ...(REPORTS_PASSWORD ? [] : [`REPORTS_PASSWORD is missing: allowed are ${passwordAllowed}`]),
    ...(ORDERS_PASSWORD ? [] : [`ORDERS_PASSWORD is missing: allowed are ${passwordAllowed}`]),
    ...(WEBHOOK_SECRET || !env.WEBHOOK_URL ? [] : [`WEBHOOK_SECRET is missing: ${webhookSecretAllowed}`]),
    ...(ALERT_WEBHOOK_SECRET || !env.ALERT_WEBHOOK_URL
      ? []
      : [`ALERT_WEBHOOK_SECRET is missing: ${webhookSecretAllowed}`]),
    ...(PAYMENT_WEBHOOK_SECRET || !env.CHECKOUT_URL
      ? []
      : [`PAYMENT_WEBHOOK_SECRET is missing: ${webhookSecretAllowed}`]),
  ]
  if (!PII_KEY || !REPORTS_TOKEN || !REPORTS_PASSWORD || !ORDERS_PASSWORD || missing.length > 0)
    throw new StartError(
      missing
        .map((line) => `${line}. With PostgreSQL it must be set, to the same value for every process.`)
        .join('\n'),
    )
  return {
    piiKey: PII_KEY,
    reportsToken: REPORTS_TOKEN,
    reportsPassword: REPORTS_PASSWORD,
    ordersPassword: ORDERS_PASSWORD,
    webhookSecrets: WEBHOOK_SECRET ?? [newWebhookSecret()],
    alertWebhookSecrets: ALERT_WEBHOOK_SECRET ?? [],
    // If this secret is not set, CHECKOUT_URL is not set either, so there is no external payment page. Only the test
    // payment page then reports payments. It reports them within its own process, so each process can use its own
    // random secret.
    paymentSecrets: PAYMENT_WEBHOOK_SECRET ?? [newWebhookSecret()],
    files: {},
  }
}

const piiKeyMissing =
  'PII_KEY is missing: allowed are 32 bytes in base64, for example from: openssl rand -base64 32'
const passwordAllowed = '12 to 256 characters'
const webhookSecretAllowed = 'allowed is whsec_ and 24 to 64 bytes in base64'

/**
 * Returns the key that encrypts personal data, the only secret that command-line tools need. Throws a `StartError` if
 * it is missing.
 */
export function readPiiKeyOf(env: Env): Uint8Array {
  if (env.PII_KEY || databaseOf(env).engine === 'sqlite') return env.PII_KEY ?? readSecrets(env).piiKey
  throw new StartError(
    `${piiKeyMissing}. With PostgreSQL it must be set, to the same value for every process.`,
  )
}

function wrong(name: SecretName, files: Record<string, string>, allowed: string): never {
  throw new StartError(`${name} is wrong: the file ${files[name]} has other content; allowed: ${allowed}.`)
}

// The file is written completely and synced before the secret is used. If a power cut destroyed a key file, the data
// encrypted with that key would be unreadable.
function create(place: string, text: string): void {
  const draft = `${place}.${process.pid}.new`
  try {
    writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true })
    linkSync(draft, place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // EEXIST means that another process has created the file first. The secret in that file is used.
    if (code !== 'EEXIST')
      throw new StartError(
        `The secret ${place} cannot be written (${code}). Make room on the disk, or give this user write permission.`,
      )
  } finally {
    rmSync(draft, { force: true })
  }
  const folder = openSync(path.dirname(place), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
