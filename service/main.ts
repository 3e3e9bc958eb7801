import process from 'node:process'
import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { type FunnelOf, funnelByType } from '#domain/funnels/index.ts'
import { collectWhenQuiet } from '#db/worker/collect-when-quiet.ts'
import { type Store, StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import { endOutdatedSessions, marketerFingerprint, operatorFingerprint } from '#service/access/sessions.ts'
import { databaseOf, readEnv } from '#service/config/env.ts'
import { clearTextTargets, refuseClearText, smtpRequiresTls } from '#service/config/network/clear-text.ts'
import { refuseIncompletePublicSite } from '#service/config/network/public-site.ts'
import { readSecrets } from '#service/config/secrets.ts'
import { StartError } from '#service/config/start-error.ts'
import { closeServer, listen } from '#service/http/listen.ts'
import { createLog } from '#service/observability/log.ts'
import { createMetrics } from '#service/observability/metrics.ts'
import { erasureJournal } from '#service/privacy/erasure-journal.ts'
import { repeatErasures } from '#service/privacy/repeat-erasures.ts'
import { type Draining, createDraining } from '#service/process/draining.ts'
import { prepareDataFolder, writtenFolders } from '#service/process/data-folder.ts'
import { exitOnLostStore } from '#service/process/exit-on-lost-store.ts'
import { createFreeDisk } from '#service/process/free-disk.ts'
import { limitYoungGenerations } from '#service/process/young-generations.ts'
import { createPrivateFiles } from '#service/process/private-files.ts'
import { stopOnSignal } from '#service/process/stop-on-signal.ts'
import { refuseNewerFormat } from '#service/projections/newer-version.ts'
import { endOutdatedLinks } from '#service/shared-links/end-outdated-links.ts'
import { announce } from './announce.ts'
import { appSettings } from './app-settings.ts'
import { createApp } from './app.ts'
import { openReplicas, openStore } from './open-store.ts'
import { createOperationsApp } from './operations-app.ts'
import { type Base, type Parts, finishWithinMs, startParts } from './start-parts.ts'

// This file and `start-parts.ts` create all parts of the service and pass each part its dependencies. The stack `opened`
// closes them in reverse order.

export interface Wiring {
  /** Returns the funnel that checks an event. The demo replaces it by one of a later release. */
  funnelOf?: FunnelOf
}

async function start({ funnelOf = funnelByType }: Wiring): Promise<void> {
  createPrivateFiles()
  limitYoungGenerations()
  const env = readEnv(process.env)
  await refuseIncompletePublicSite(env)
  await refuseClearText(await clearTextTargets(env), { allowed: env.ALLOW_CLEARTEXT })
  const requireTls = await smtpRequiresTls(env)
  const log = createLog(env.LOG_LEVEL)
  for (const warning of prepareDataFolder(env)) log.warn(warning)
  const secrets = readSecrets(env)

  await using opened = new AsyncDisposableStack()
  const metrics = createMetrics()
  const { store, replicas } = await openStores(opened, { env, secrets, log, metrics })
  const base: Base = { env, requireTls, secrets, log, metrics, store, replicas, now: store.now, funnelOf }
  await repeatErasures({ store, journal: erasureJournal(env.DATA_DIR), now: base.now, log })
  if (env.ROLES.has('ingest')) {
    const { sessions } = store
    await endOutdatedSessions(sessions, { role: 'marketer', credential: marketerFingerprint(secrets) }, log)
    await endOutdatedSessions(sessions, { role: 'operator', credential: operatorFingerprint(secrets) }, log)
    await endOutdatedLinks(store.users, { credential: marketerFingerprint(secrets), log })
  }

  // These functions must run concurrently at shutdown. `closeServer` waits for the pending responses, and they can be
  // sent only after another of these functions has committed the waiting events.
  const finishing: (() => Promise<unknown>)[] = []
  opened.defer(async () => void (await Promise.all(finishing.map((finish) => finish()))))
  const parts = await startParts(base, (finish) => finishing.push(finish))
  const draining = createDraining(env.DRAIN_MS)
  const { server, port } = await listen(appOf(base, parts, draining), env.PORT)
  finishing.unshift(() => closeServer(server, finishWithinMs(env)))
  opened.defer(draining.start)

  const running = opened.move()
  stopOnSignal(log, () => running.disposeAsync())
  collectWhenQuiet()
  // `announce` comes last. It prints the address of the service, and a process that waits for this output may stop the
  // service immediately.
  announce(env, secrets, { port, log })
}

async function openStores(
  opened: AsyncDisposableStack,
  { env, secrets: { piiKey }, log, metrics }: Pick<Base, 'env' | 'secrets' | 'log' | 'metrics'>,
): Promise<{ store: Store; replicas: Replicas }> {
  const database = databaseOf(env)
  const store = await openStore(database, {
    piiKey,
    // Only processes that take requests answer reports.
    standbyUrls: env.ROLES.has('ingest') ? env.DATABASE_READ_URL : undefined,
    service: true,
    onError: logStoreError(log),
    onWarning: (warning) => log.warn(warning),
    onLockHeld: metrics.observeAppendLock,
  })
  opened.defer(() => store.close())
  refuseNewerFormat(await store.projections.live())
  exitOnLostStore(store, log)
  const replicas = await openReplicas(database, { piiKey, onError: logStoreError(log) })
  opened.defer(() => replicas.close())
  return { store, replicas }
}

/** Returns the HTTP API of the process; without the role `ingest` it has only the routes for operators. */
function appOf(base: Base, parts: Parts, draining: Draining) {
  const { env, secrets, log, metrics, store, replicas, now } = base
  const { ingest, texts, lookups, correspondence, pageViews, weeklyReport, onCommit } = parts
  const { typesetter, letterWebhook } = parts
  const freeDisk = createFreeDisk({ folders: writtenFolders(env), floor: env.MIN_FREE_DISK })
  const { count } = replicas
  if (!ingest) {
    const limits = { enabled: env.RATE_LIMIT, hops: env.TRUST_PROXY, count }
    const { reportsToken } = secrets
    return createOperationsApp({ store, metrics, log, reportsToken, limits, now, freeDisk, draining })
  }
  return createApp({
    store,
    ingest,
    lookups,
    metrics,
    log,
    now,
    onCommit,
    convertProof: typesetter.convertProof,
    count,
    ...(correspondence && { correspondence }),
    ...(pageViews && { pageViews }),
    ...(letterWebhook && { letterWebhook }),
    ...(weeklyReport && { weeklyReport: weeklyReport.pages }),
    freeDisk,
    draining,
    settings: appSettings(env, secrets, texts.pageHashes),
  })
}

/**
 * Returns a function that logs only the message of an error. Other properties of a database driver's error may contain
 * stored values.
 */
function logStoreError(log: Logger) {
  return (error: unknown) =>
    log.warn({ error: (error as Error).message }, 'background work of the store failed and will be retried')
}

/** Returns the message of an error that the operator can fix, and the stack of any other error. */
function explain(error: unknown): string {
  const expected =
    error instanceof StartError || error instanceof StoreRefused || error instanceof StoreUnavailable
  return expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Runs the service until a signal stops it. */
export async function runService(wiring: Wiring = {}): Promise<void> {
  try {
    await start(wiring)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await runService()
