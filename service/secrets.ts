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
import { type Env, databaseOf, isWebhookSecret, readPassword, readPiiKey } from './env.ts'
import { StartError } from './start-error.ts'

export interface Secrets {
  piiKey: Uint8Array
  reportsToken: string
  /** Of people who read the reports. */
  reportsPassword: string
  webhookSecrets: [string, ...string[]]
  /** The first one signs, all of them verify. */
  paymentSecrets: [string, ...string[]]
  /** Where a secret lies that was not given by the environment, by variable. */
  files: Record<string, string>
}

type SecretName =
  | 'PII_KEY'
  | 'REPORTS_TOKEN'
  | 'REPORTS_PASSWORD'
  | 'WEBHOOK_SECRET'
  | 'PAYMENT_WEBHOOK_SECRET'

const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Without what looks alike, for it may be typed off a screen. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

const fiveLetters = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')

/** 100 bits in four groups of five. */
const newPassword = () => Array.from({ length: 4 }, fiveLetters).join('-')

/**
 * What the environment does not give lies in files of the data folder, readable by the owner only,
 * and is made at the first start. Throws a StartError when a file holds something else, or the key of a
 * database that is there already is missing: a new key could never open its vault.
 * With PostgreSQL everything that several processes must agree on has to be given.
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

  function piiKey(): Uint8Array {
    const place = path.join(env.DATA_DIR, 'pii.key')
    if (existsSync(databaseFile) && !existsSync(place))
      throw new StartError(
        `PII_KEY is missing: the database ${databaseFile} is there, but not the key ${place} that opens its personal data. Put the key back or set PII_KEY.`,
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
    reportsPassword:
      env.REPORTS_PASSWORD ??
      readPassword(fromFile('REPORTS_PASSWORD', 'reports-password', newPassword)) ??
      wrong('REPORTS_PASSWORD', files, passwordAllowed),
    webhookSecrets: env.WEBHOOK_SECRET ?? [webhookSecret('WEBHOOK_SECRET', 'webhook-secret')],
    paymentSecrets: env.PAYMENT_WEBHOOK_SECRET ?? [
      webhookSecret('PAYMENT_WEBHOOK_SECRET', 'payment-webhook-secret'),
    ],
    files,
  }
}

/** Throws a StartError with a line for each that is missing. */
function readGiven(env: Env): Secrets {
  const { PII_KEY, REPORTS_TOKEN, REPORTS_PASSWORD, WEBHOOK_SECRET, PAYMENT_WEBHOOK_SECRET } = env
  const missing = [
    ...(PII_KEY ? [] : [piiKeyMissing]),
    ...(REPORTS_TOKEN ? [] : ['REPORTS_TOKEN is missing: allowed are 16 to 256 printable ASCII characters']),
    ...(REPORTS_PASSWORD ? [] : [`REPORTS_PASSWORD is missing: allowed are ${passwordAllowed}`]),
    ...(WEBHOOK_SECRET || !env.WEBHOOK_URL ? [] : [`WEBHOOK_SECRET is missing: ${webhookSecretAllowed}`]),
    ...(PAYMENT_WEBHOOK_SECRET || !env.CHECKOUT_URL
      ? []
      : [`PAYMENT_WEBHOOK_SECRET is missing: ${webhookSecretAllowed}`]),
  ]
  if (!PII_KEY || !REPORTS_TOKEN || !REPORTS_PASSWORD || missing.length > 0)
    throw new StartError(
      missing
        .map((line) => `${line}. With PostgreSQL it must be given, the same to every process.`)
        .join('\n'),
    )
  return {
    piiKey: PII_KEY,
    reportsToken: REPORTS_TOKEN,
    reportsPassword: REPORTS_PASSWORD,
    webhookSecrets: WEBHOOK_SECRET ?? [newWebhookSecret()],
    // The test payment page reports to its own process, so nobody else has to know how it signs.
    paymentSecrets: PAYMENT_WEBHOOK_SECRET ?? [newWebhookSecret()],
    files: {},
  }
}

const piiKeyMissing =
  'PII_KEY is missing: allowed are 32 bytes in base64, for example from: openssl rand -base64 32'
const passwordAllowed = '12 to 256 characters'
const webhookSecretAllowed = 'allowed is whsec_ and 24 to 64 bytes in base64'

/** All that a command-line tool needs. Throws a StartError when it is missing. */
export function readPiiKeyOf(env: Env): Uint8Array {
  if (env.PII_KEY || databaseOf(env).engine === 'sqlite') return env.PII_KEY ?? readSecrets(env).piiKey
  throw new StartError(`${piiKeyMissing}. With PostgreSQL it must be given, the same to every process.`)
}

function wrong(name: SecretName, files: Record<string, string>, allowed: string): never {
  throw new StartError(`${name} is wrong: the file ${files[name]} holds something else, allowed: ${allowed}.`)
}

// Whole and on the disk before it is used, or not there at all: data encrypted with a key that a power cut takes is lost.
function create(place: string, text: string): void {
  const draft = `${place}.${process.pid}.new`
  try {
    writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true })
    linkSync(draft, place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // With EEXIST somebody else was first; theirs counts.
    if (code !== 'EEXIST')
      throw new StartError(
        `The secret ${place} cannot be written (${code}). Make room on the disk, or let this user write there.`,
      )
  } finally {
    rmSync(draft, { force: true })
  }
  const folder = openSync(path.dirname(place), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
