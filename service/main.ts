import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { Logger } from 'pino'
import { StoreRefused, StoreUnavailable } from '#db/store.ts'
import { createPageViewRelay } from './analytics/relay-page-views.ts'
import { type AppSettings, createApp } from './app.ts'
import { sessionKey } from './access/sessions.ts'
import { startBackgroundWork } from './background-work.ts'
import { describeDatabase } from './database-url.ts'
import { type Env, databaseOf, readEnv } from './env.ts'
import { createIngest } from './ingest/ingest.ts'
import { closeServer, listen } from './listen.ts'
import { createLog } from './log.ts'
import { createLookups } from './lookups/lookups.ts'
import { missingForVisitors, openCorrespondence } from './mail/open-correspondence.ts'
import { createMetrics } from './metrics.ts'
import { openReplicas, openStore } from './open-store.ts'
import { createOperationsApp } from './operations-app.ts'
import { erasureJournal } from './privacy/erasure-journal.ts'
import { repeatErasures } from './privacy/repeat-erasures.ts'
import { type Secrets, readSecrets } from './secrets.ts'
import { siteSettingsOf } from './site-settings.ts'
import { StartError } from './start-error.ts'
import { onceAskedToStop } from './stop-on-signal.ts'

// The only wiring: everything gets what it needs from here, and here it is taken down again.

const webRoot = path.resolve(import.meta.dirname, '../web/dist')

/** Within the 10 s that an orderly end may take, with a little left for closing the store. */
const finishWithinMs = 7000

/** Events that wait for their commit; visitors alone come nowhere near. */
const busyFrom = 30

async function start(): Promise<void> {
  const env = readEnv(process.env)
  const log = createLog(env.LOG_LEVEL)
  const database = databaseOf(env)
  if (database.engine === 'sqlite') makeDataFolder(env.DATA_DIR)
  const secrets = readSecrets(env)
  const { piiKey } = secrets
  const metrics = createMetrics()
  const store = await openStore(database, {
    piiKey,
    service: true,
    onError: logStoreError(log),
    onLockHeld: metrics.observeAppendLock,
  })
  const replicas = await openReplicas(database, piiKey).catch(async (error: unknown) => {
    await store.close()
    throw error
  })

  const now = Date.now
  await repeatErasures({ store, journal: erasureJournal(env.DATA_DIR), now, log })
  const lookups = createLookups({ ibanUrl: env.IBAN_URL, addressService: env.ADDRESS_URL, log, now })
  const { bankOf } = lookups.iban
  const ingest = env.ROLES.has('ingest') ? openIngest() : undefined
  const busy = () => (ingest?.pending() ?? 0) > busyFrom
  const { countAnalytics } = metrics
  const background = startBackgroundWork({
    env,
    secrets,
    store,
    replicas,
    bankOf,
    countAnalytics,
    busy,
    now,
    log,
  })
  ingest?.onCommit(background.wake)

  function openIngest() {
    const { LANE_SIZE: size, LANE_WAIT_MS: waitMs, DEDUPE_WINDOW_MS: dedupeWindowMs } = env
    return createIngest({ store, now, piiKey, log, metrics, settings: { size, waitMs, dedupeWindowMs } })
  }

  const onCommit = background.wake
  const correspondence = ingest && openCorrespondence({ env, piiKey, store, now, log, onCommit })
  const { reportsToken } = secrets
  const pageViews =
    env.ANALYTICS_URL === undefined
      ? undefined
      : createPageViewRelay({ url: env.ANALYTICS_URL, log, count: countAnalytics })
  const app = ingest
    ? createApp({
        store,
        ingest,
        lookups,
        metrics,
        log,
        now,
        onCommit,
        count: replicas.count,
        ...(correspondence && { correspondence }),
        ...(pageViews && { pageViews }),
        settings: appSettings(env, secrets),
      })
    : createOperationsApp({ store, metrics, log, reportsToken })

  async function stopWork(): Promise<void> {
    await Promise.all([
      ingest?.drain(),
      background.stop(finishWithinMs),
      correspondence?.stop(finishWithinMs),
      pageViews?.stop(finishWithinMs),
    ])
  }
  async function closeStore(): Promise<void> {
    await replicas.close()
    await store.close()
  }

  let listening
  try {
    listening = await listen(app, env.PORT)
  } catch (error) {
    await stopWork()
    await closeStore()
    throw error
  }
  const { server, port } = listening
  onceAskedToStop(log, async () => {
    // Together: what waits in a lane is committed at once, so that its answer can go out.
    await Promise.all([closeServer(server, finishWithinMs), stopWork()])
    await closeStore()
  })
  // Last: whoever reads it may ask to stop at once.
  announce(env, secrets, { port, log })
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `DATA_DIR cannot be used: ${folder} is no folder that can be written (${code}). Let this user write there, or choose another folder.`,
    )
  }
}

function appSettings(env: Env, secrets: Secrets): AppSettings {
  return {
    trustProxy: env.TRUST_PROXY,
    rateLimit: env.RATE_LIMIT,
    webRoot,
    publicUrl: env.PUBLIC_URL,
    reportsToken: secrets.reportsToken,
    reportsPassword: secrets.reportsPassword,
    sessionKey: sessionKey(secrets),
    paymentSecrets: secrets.paymentSecrets,
    checkoutUrl: env.CHECKOUT_URL,
    webhookConfigured: env.WEBHOOK_URL !== undefined,
    site: siteSettingsOf(env),
  }
}

/** The message only: the rest of a driver's error may show values. */
function logStoreError(log: Logger) {
  return (error: unknown) =>
    log.warn({ error: (error as Error).message }, 'the store’s own background work failed; it goes on')
}

function announce(env: Env, secrets: Secrets, at: { port: number; log: Logger }): void {
  const lines = [
    `Formlotse is at ${env.PUBLIC_URL ?? `http://localhost:${at.port}`}`,
    `The data lies in ${describeDatabase(databaseOf(env))}`,
    ...Object.entries(secrets.files).map(([name, file]) => `${name} is in ${file}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (env.ROLES.has('ingest') && !existsSync(path.join(webRoot, 'index.html')))
    at.log.warn('the site is not built, run: npm run build')
  for (const missing of missingForVisitors(env)) at.log.warn(missing)
  if (env.WEBHOOK_URL === undefined)
    at.log.warn('no webhook is configured (WEBHOOK_URL), so nothing is forwarded')
}

/** What an operator can put right is told in a line; anything else is a bug and keeps its stack. */
function explain(error: unknown): string {
  const expected =
    error instanceof StartError || error instanceof StoreRefused || error instanceof StoreUnavailable
  return expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  await start()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
