import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { Logger } from 'pino'
import { webRoot } from './app-settings.ts'
import { describeDatabase } from '#service/config/database-url.ts'
import { type Env, databaseOf } from '#service/config/env.ts'
import { isPublicSite, takesTestPayments } from '#service/config/network/public-site.ts'
import type { Secrets } from '#service/config/secrets.ts'
import { missingForVisitors } from '#service/correspondence/open-correspondence.ts'
import { retentionWarnings } from '#service/privacy/retention-settings.ts'

/** Prints the locations of the service, its data and its secrets. Logs warnings about risky or missing settings. */
export function announce(env: Env, secrets: Secrets, { port, log }: { port: number; log: Logger }): void {
  const lines = [
    `Formlotse is at ${env.PUBLIC_URL ?? `http://localhost:${port}`}`,
    `The data is in ${describeDatabase(databaseOf(env))}`,
    ...Object.entries(secrets.files).map(([name, file]) => `${name} is in ${file}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  for (const warning of warningsOf(env)) log.warn(warning)
}

function warningsOf(env: Env): string[] {
  const unbuilt = env.ROLES.has('ingest') && !existsSync(path.join(webRoot, 'index.html'))
  const isPublic = isPublicSite(env)
  const warnings: [boolean, string][] = [
    [unbuilt, 'the site is not built, run: npm run build'],
    ...[...missingForVisitors(env), ...retentionWarnings(env)].map((text): [boolean, string] => [true, text]),
    [
      isPublic && takesTestPayments(env),
      'orders are paid on the test payment page without money (TEST_PAYMENT=on, no CHECKOUT_URL)',
    ],
    [
      isPublic && env.TRUST_PROXY === 0,
      'PUBLIC_URL is https but TRUST_PROXY is 0, so all visitors behind the proxy count as one client: set TRUST_PROXY to the number of proxies',
    ],
    [env.WEBHOOK_URL === undefined, 'no webhook is configured (WEBHOOK_URL), so no messages go to a webhook'],
  ]
  return warnings.flatMap(([applies, text]) => (applies ? [text] : []))
}
