import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { Logger } from 'pino'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { StoreRefused, StoreUnavailable } from '#db/store.ts'
import { createApp } from './app.ts'
import { type Env, databasePath, readEnv } from './env.ts'
import { endpointName } from './forwarding/endpoint.ts'
import { createForwarder } from './forwarding/forwarder.ts'
import { createIngest } from './ingest/ingest.ts'
import { closeServer, listen } from './listen.ts'
import { createLog } from './log.ts'
import { createLookups } from './lookups/lookups.ts'
import { createMetrics } from './metrics.ts'
import { createLapser } from './projections/lapser.ts'
import { createProjectionRunner } from './projections/runner.ts'
import { erasureJournal } from './privacy/erasure-journal.ts'
import { repeatErasures } from './privacy/repeat-erasures.ts'
import { createRetention } from './privacy/retention.ts'
import { type Secrets, readSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'
import { onceAskedToStop } from './stop-on-signal.ts'

// The only wiring: everything gets what it needs from here, and here it is taken down again.

const webRoot = path.resolve(import.meta.dirname, '../web/dist')

/** Within the 10 s that an orderly end may take, with a little left for closing the store. */
const finishWithinMs = 7000

async function start(): Promise<void> {
  const env = readEnv(process.env)
  const log = createLog(env.LOG_LEVEL)
  makeDataFolder(env.DATA_DIR)
  const file = databasePath(env)
  const secrets = readSecrets(env, file)
  const store = await openSqliteStore({ file, piiKey: secrets.piiKey, exclusive: true })

  const now = Date.now
  await repeatErasures({ store, journal: erasureJournal(env.DATA_DIR), now, log })
  const metrics = createMetrics()
  const ingest = createIngest({
    store,
    now,
    piiKey: secrets.piiKey,
    log,
    metrics,
    settings: { size: env.LANE_SIZE, waitMs: env.LANE_WAIT_MS, dedupeWindowMs: env.DEDUPE_WINDOW_MS },
  })
  const lookups = createLookups({ ibanUrl: env.IBAN_URL, addressService: env.ADDRESS_URL, log, now })
  const endpoint = endpointOf(env, secrets)
  const { bankOf } = lookups.iban
  const forwarder = endpoint && createForwarder({ store, endpoint, bankOf, now, random: Math.random, log })
  const runner = createProjectionRunner({
    store,
    now,
    log,
    ...(forwarder && { endpoint: endpointName, onJobs: forwarder.wake }),
  })
  const lapser = createLapser({ store, now, log, lapseAfterMs: env.LAPSE_AFTER_MS, onLapsed: runner.wake })
  const retention = createRetention({ store, now, log, periods: retentionOf(env) })
  ingest.onCommit(runner.wake)

  const app = createApp({
    store,
    ingest,
    lookups,
    metrics,
    log,
    now,
    onCommit: runner.wake,
    settings: {
      trustProxy: env.TRUST_PROXY,
      rateLimit: env.RATE_LIMIT,
      webRoot,
      publicUrl: env.PUBLIC_URL,
      reportsToken: secrets.reportsToken,
      paymentSecrets: secrets.paymentSecrets,
      checkoutUrl: env.CHECKOUT_URL,
      webhookConfigured: forwarder !== undefined,
    },
  })

  async function stopBackground(): Promise<void> {
    await Promise.all([runner.stop(), lapser.stop(), retention.stop(), forwarder?.stop(finishWithinMs)])
  }

  let listening
  try {
    listening = await listen(app, env.PORT)
  } catch (error) {
    await stopBackground()
    await store.close()
    throw error
  }
  const { server, port } = listening
  announce(env, secrets, { port, file, log })

  onceAskedToStop(log, async () => {
    await Promise.all([closeServer(server, finishWithinMs), ingest.drain(), stopBackground()])
    await store.close()
  })
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

function endpointOf(env: Env, secrets: Secrets) {
  if (env.WEBHOOK_URL === undefined) return undefined
  return {
    name: endpointName,
    url: env.WEBHOOK_URL,
    secrets: secrets.webhookSecrets,
    schedule: env.WEBHOOK_RETRY_SCHEDULE,
    timeoutMs: 15_000,
    forwardDrafts: env.FORWARD_DRAFTS,
  }
}

function retentionOf(env: Env) {
  return { drafts: env.RETENTION_DRAFTS, orders: env.RETENTION_ORDERS, rejected: env.RETENTION_REJECTED }
}

function announce(env: Env, secrets: Secrets, at: { port: number; file: string; log: Logger }): void {
  const lines = [
    `Formlotse is at ${env.PUBLIC_URL ?? `http://localhost:${at.port}`}`,
    `The data lies in ${at.file}`,
    ...Object.entries(secrets.files).map(([name, file]) => `${name} is in ${file}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (!existsSync(path.join(webRoot, 'index.html'))) at.log.warn('the site is not built, run: npm run build')
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
