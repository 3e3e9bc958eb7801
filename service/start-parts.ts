import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { FunnelOf } from '#domain/funnels/index.ts'
import { deskPath } from '#domain/site/site-paths.ts'
import { createPageViewRelay } from '#service/analytics/relay-page-views.ts'
import type { Env } from '#service/config/env.ts'
import type { Secrets } from '#service/config/secrets.ts'
import { openCorrespondence } from '#service/correspondence/open-correspondence.ts'
import { startDailyNotice } from '#service/desk/daily-notice.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { addressBudget } from '#service/lookups/lookup-budget.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import type { Metrics } from '#service/observability/metrics.ts'
import { tryRecordRelease } from '#service/operations/record-release.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import type { OfferedTexts } from '#service/texts/offered-texts.ts'
import { openOfferedTexts } from '#service/texts/open-offered-texts.ts'
import { siteUrl, webRoot } from './app-settings.ts'
import { startBackgroundWork } from './background-work.ts'
import { openFulfilment } from './open-fulfilment.ts'
import { openWeeklyReport } from './open-weekly-report.ts'

/**
 * Maximum time, in ms, for which a shutdown waits for requests and messages in flight. By default, Docker kills a
 * container 10 s after asking it to stop. The remaining 3 s are for closing the store. `DRAIN_MS` is part of this time.
 */
export const finishWithinMs = ({ DRAIN_MS }: Env) => 7000 - DRAIN_MS

/**
 * Number of pending events above which the projections wait, so that ingest is not slowed down. Real traffic stays far
 * below it.
 */
const busyFrom = 30

/** What all parts of the service share. */
export interface Base {
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

export type Parts = Awaited<ReturnType<typeof startParts>>

/**
 * Starts the parts that the roles require, except the HTTP server. For each part that must be stopped, calls `onEnd`
 * with a function that stops it.
 */
export async function startParts(base: Base, onEnd: (finish: () => Promise<unknown>) => void) {
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
