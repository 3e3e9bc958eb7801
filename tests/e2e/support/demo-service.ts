// `fill <days> <runs>` fills an empty store with demo data, `serve` starts the service on it. `npm run demo` does both, but
// the workers of Playwright start services on copies of one store.
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { databaseOf, readEnv } from '#service/config/env.ts'
import { readSecrets } from '#service/config/secrets.ts'
import { openStore } from '#service/open-store.ts'
import { fillStore } from '#tools/demo/fill.ts'
import { mendedFunnel } from '#tools/demo/mended-funnel.ts'
import { lastRelease } from '#tools/demo/operations.ts'

async function fill(days: number, visits: number): Promise<void> {
  const env = readEnv(process.env)
  const { piiKey } = readSecrets(env)
  const store = await openStore(databaseOf(env), { piiKey, service: true, onError: () => undefined })
  await fillStore({ store, piiKey, until: Date.now(), days, visits })
  await store.close()
}

async function serve(): Promise<void> {
  process.env['RELEASE'] ??= lastRelease
  process.env['CONVERSION_FILES'] ??= 'google,microsoft'
  process.env['CONVERSION_FILES_SECRET'] ??= randomBytes(32).toString('base64url')
  const { runService } = await import('#service/main.ts')
  await runService({ funnelOf: mendedFunnel })
}

const [task, days, runs] = process.argv.slice(2)
if (task === 'fill') await fill(Number(days), Number(runs))
else await serve()
