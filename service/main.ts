import process from 'node:process'
import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { type FunnelOf, funnelByType } from '#domain/funnels/index.ts'
import { deskPath } from '#domain/site/site-paths.ts'
import { type Store, StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import { endOutdatedSessions, marketerFingerprint, operatorFingerprint } from '#service/access/sessions.ts'
import { createPageViewRelay } from '#service/analytics/relay-page-views.ts'
import { type Env, databaseOf, readEnv } from '#service/config/env.ts'
import { clearTextTargets, refuseClearText, smtpRequiresTls } from '#service/config/network/clear-text.ts'
import { refuseIncompletePublicSite } from '#service/config/network/public-site.ts'
import { type Secrets, readSecrets } from '#service/config/secrets.ts'
import { StartError } from '#service/config/start-error.ts'
import { openCorrespondence } from '#service/correspondence/open-correspondence.ts'
import { startDailyNotice } from '#service/desk/daily-notice.ts'
import { closeServer, listen } from '#service/http/listen.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { addressBudget } from '#service/lookups/lookup-budget.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { createLog } from '#service/observability/log.ts'
import { type Metrics, createMetrics } from '#service/observability/metrics.ts'
import { tryRecordRelease } from '#service/operations/record-release.ts'
import { erasureJournal } from '#service/privacy/erasure-journal.ts'
import { repeatErasures } from '#service/privacy/repeat-erasures.ts'
import { type Draining, createDraining } from '#service/process/draining.ts'
import { prepareDataFolder, writtenFolders } from '#service/process/data-folder.ts'
import { exitOnLostStore } from '#service/process/exit-on-lost-store.ts'
import { createFreeDisk } from '#service/process/free-disk.ts'
import { limitYoungGenerations } from '#service/process/young-generations.ts'
import { createPrivateFiles } from '#service/process/private-files.ts'
import { stopOnSignal } from '#service/process/stop-on-signal.ts'
import { endOutdatedLinks } from '#service/shared-links/end-outdated-links.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import type { OfferedTexts } from '#service/texts/offered-texts.ts'
import { openOfferedTexts } from '#service/texts/open-offered-texts.ts'
import { announce } from './announce.ts'
import { appSettings, siteUrl, webRoot } from './app-settings.ts'
import { createApp } from './app.ts'
import { startBackgroundWork } from './background-work.ts'
import { openFulfilment } from './open-fulfilment.ts'
import { openReplicas, openStore } from './open-store.ts'
import { openWeeklyReport } from './open-weekly-report.ts'
import { createOperationsApp } from './operations-app.ts'
import { refuseNewerFormat } from '#service/projections/newer-version.ts'

// This file creates all parts of the service and passes each part its dependencies. The stack `opened` closes them in
// reverse order.

/**
 * Maximum time, in ms, for which a shutdown waits for requests and messages in flight. By default, Docker kills a
 * container 10 s after asking it to stop. The remaining 3 s are for closing the store. `DRAIN_MS` is part of this time.
 */
const finishWithinMs = ({ DRAIN_MS }: Env) => 7000 - DRAIN_MS

/**
 * Number of pending events above which the projections wait, so that ingest is not slowed down. Real traffic stays far
 * below it.
 */
const busyFrom = 30

interface Base {
  env: Env
  requireTls: boolean
  secrets: Secrets
  log: Logger
  metrics: Metrics
  store: Store
  replicas: Replicas
  now: () => number
  funnelOf: FunnelOf
}

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

type Parts = Awaited<ReturnType<typeof startParts>>

/**
 * Starts the parts that the roles require, except the HTTP server. For each part that must be stopped, calls `onEnd`
 * with a function that stops it.
 */
async function startParts(base: Base, onEnd: (finish: () => Promise<unknown>) => void) {
  const { env, requireTls, secrets, log, metrics, store, replicas, now } = base
  const { piiKey } = secrets
  const lookups = createLookups({
    ibanUrl: env.IBAN_URL,
    addressService: env.ADDRESS_URL,
    takeFromBudget: addressBudget(replicas, env.ADDRESS_BUDGET),
    log,
    now,
  })
  const texts = await openTexts(base)
  const ingest = env.ROLES.has('ingest') ? createIngestOf(base, texts) : undefined
  const fulfilment = await openFulfilment({
    env,
    piiKey,
    store,
    now,
    log,
    onCommit: () => background.wake(),
    notifyOperators: async (id, draft) => correspondence?.notifyOperators(id, draft),
  })
  const correspondence =
    ingest &&
    (await openCorrespondence({
      env,
      provider: siteSettingsOf(env).provider,
      requireTls,
      piiKey,
      composeOrderEmail: fulfilment.composeOrderEmail,
      journal: fulfilment.journal,
      statusUrl: fulfilment.statusUrl,
      store,
      replicas,
      now,
      log,
      onCommit: () => background.wake(),
      onMessages: () => background.dispatch(),
    }))
  // Recorded before the first event of this version is taken, so that reports can compare before and after.
  const isRecorded = !env.ROLES.has('projections') || (await tryRecordRelease(store.operations, env.RELEASE))
  const background = startBackgroundWork({
    env,
    secrets,
    store,
    replicas,
    bankOf: lookups.iban.bankOf,
    countAnalytics: metrics.countAnalytics,
    mail: correspondence?.destinations ?? [],
    fulfilment: [fulfilment.documents, fulfilment.letters.destination],
    startLetterChecks: fulfilment.letters.startChecks,
    busy: () => (ingest?.pending() ?? 0) > busyFrom,
    unrecordedRelease: isRecorded ? undefined : env.RELEASE,
    now,
    log,
  })
  const onCommit = background.wake
  ingest?.onCommit(onCommit)
  const url = env.ANALYTICS_URL
  const pageViews =
    url === undefined ? undefined : createPageViewRelay({ url, log, count: metrics.countAnalytics })

  const notice =
    correspondence &&
    startDailyNotice({
      store,
      replicas,
      now,
      log,
      submitAfterMs: env.SUBMIT_AFTER,
      letterService: env.LETTER_URL !== undefined,
      requests: correspondence.requests,
      notifyOperators: correspondence.notifyOperators,
      deskUrl: `${siteUrl(env)}${deskPath}`,
    })

  const weeklyReport =
    correspondence &&
    openWeeklyReport({
      env,
      piiKey,
      store,
      replicas,
      now,
      log,
      onCommit,
      onMessages: () => background.dispatch(),
    })

  onEnd(async () => ingest?.drain())
  onEnd(async () => notice?.stop())
  onEnd(async () => weeklyReport?.stop())
  for (const part of [correspondence, pageViews]) onEnd(async () => part?.stop(finishWithinMs(env)))
  // The documents in progress are finished before the typesetter stops.
  onEnd(async () => {
    await background.stop(finishWithinMs(env))
    await fulfilment.typesetter.stop()
  })
  return {
    ingest,
    texts,
    lookups,
    correspondence,
    pageViews,
    weeklyReport,
    onCommit,
    typesetter: fulfilment.typesetter,
    letterWebhook: fulfilment.letters.webhook,
  }
}

function openTexts({ env, store, now, log }: Base): Promise<OfferedTexts> {
  const pages = { webRoot, publicUrl: siteUrl(env), site: siteSettingsOf(env) }
  return openOfferedTexts(pages, { store, now, log })
}

function createIngestOf({ env, store, now, secrets, log, metrics, funnelOf }: Base, texts: OfferedTexts) {
  const { piiKey } = secrets
  const { LANE_SIZE: size, LANE_WAIT_MS: waitMs, DEDUPE_WINDOW_MS: dedupeWindowMs } = env
  const settings = { size, waitMs, dedupeWindowMs }
  return createIngest({ store, texts, now, piiKey, log, metrics, funnelOf, settings })
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
