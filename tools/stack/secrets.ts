import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

export interface StackSecrets {
  POSTGRES_PASSWORD: string
  PII_KEY: string
  REPORTS_TOKEN: string
  REPORTS_PASSWORD: string
  ORDERS_PASSWORD: string
  WEBHOOK_SECRET: string
  PAYMENT_WEBHOOK_SECRET: string
}

const random = () => randomBytes(24).toString('base64url')
const webhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Returns the secrets that all members share. The first call generates them and writes them to a private file. */
export function readOrCreateSecrets(folder: string): StackSecrets {
  const file = path.join(folder, 'secrets.env')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file)) return parseEnv(readFileSync(file, 'utf8')) as unknown as StackSecrets
  const secrets: StackSecrets = {
    POSTGRES_PASSWORD: random(),
    PII_KEY: randomBytes(32).toString('base64'),
    REPORTS_TOKEN: random(),
    REPORTS_PASSWORD: random(),
    ORDERS_PASSWORD: random(),
    WEBHOOK_SECRET: webhookSecret(),
    PAYMENT_WEBHOOK_SECRET: webhookSecret(),
  }
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600, flush: true })
  return secrets
}
