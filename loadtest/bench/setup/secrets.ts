import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Generated secrets of a folder with measured data. */
export interface BenchSecrets {
  /** Password of the local PostgreSQL server. */
  database: string
  /** Environment variables of the service. With PostgreSQL the service requires all of them. */
  env: Record<'PII_KEY' | 'REPORTS_TOKEN' | 'REPORTS_PASSWORD' | 'ORDERS_PASSWORD' | 'WEBHOOK_SECRET', string>
}

/** Returns the secrets of a folder. Stores new ones if it has none, because kept data can only be opened with its key. */
export function benchSecrets(folder: string): BenchSecrets {
  const file = path.join(folder, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as BenchSecrets
  const secrets = newSecrets()
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

function newSecrets(): BenchSecrets {
  return {
    database: randomBytes(24).toString('base64url'),
    env: {
      PII_KEY: randomBytes(32).toString('base64'),
      REPORTS_TOKEN: randomBytes(24).toString('base64url'),
      REPORTS_PASSWORD: randomBytes(24).toString('base64url'),
      ORDERS_PASSWORD: randomBytes(24).toString('base64url'),
      WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    },
  }
}
