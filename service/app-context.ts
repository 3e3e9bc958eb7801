import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { PageViewRelay } from '#service/analytics/relay-page-views.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import type { RateLimitSettings } from '#service/http/rate-limit.ts'
import type { Ingest } from '#service/ingest/ingest.ts'
import type { Lookups } from '#service/lookups/lookups.ts'
import type { Metrics } from '#service/observability/metrics.ts'
import type { LetterRouteDeps } from '#service/orders/letter-routes.ts'
import type { Draining } from '#service/process/draining.ts'
import type { FreeDisk } from '#service/process/free-disk.ts'
import type { ConvertProof } from '#service/uploads/convert-upload.ts'
import type { WeeklyReportRouteDeps } from '#service/weekly-report/routes.ts'
import type { AppSettings } from './app-settings.ts'

export interface AppDeps {
  store: Store
  ingest: Ingest
  lookups: Lookups
  metrics: Metrics
  log: Logger
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  convertProof: ConvertProof
  /** Called after a route has appended events without using `ingest`. */
  onCommit: () => void
  /** Counts the requests of a client over all processes. If absent, only requests to this process are counted. */
  count?: Replicas['count']
  /** Receives messages of visitors; if absent, the service accepts none. */
  correspondence?: Correspondence
  /** Records the reports of the letter service; absent if none is configured. */
  letterWebhook?: Pick<LetterRouteDeps, 'secrets' | 'organisation' | 'record'>
  /** Recipients of the weekly report; absent if there are none. */
  weeklyReport?: Omit<WeeklyReportRouteDeps, 'limits'>
  /** Forwards page views; absent if no analytics service is configured. */
  pageViews?: PageViewRelay
  /** Watches the free disk space; if absent, the service assumes that there is always enough. */
  freeDisk?: FreeDisk
  /** By default, the service never drains. */
  draining?: Draining
  settings: AppSettings
}

/** What the routes share: the parts of the app with their defaults. */
export interface AppContext extends Omit<AppDeps, 'count'> {
  limits: RateLimitSettings
  freeDisk: FreeDisk
  draining: Draining
  site: NonNullable<AppSettings['site']>
}
