// Times are ms since the epoch, days are Berlin days. All tables are STRICT, and those marked so WITHOUT ROWID;
// drizzle-kit cannot say either, so a new table's migration gets the words by hand before it lands.
// One file of declarations and nothing else, in the order of the other engine's, to be read beside it.
import { blob, index, integer, primaryKey, sql, sqliteTable, text, uniqueIndex } from './drizzle.ts'
import type { EventMeta, StoredEventType } from '#domain/stored-event.ts'
import type { Delivery } from '../delivery-store.ts'
import type { Rejection } from '../event-log.ts'
import type { OrderRow, RunRow } from '../projection-store.ts'

/** The log. Triggers refuse UPDATE and DELETE. */
export const events = sqliteTable(
  'events',
  {
    position: integer().primaryKey(),
    id: text().notNull(),
    type: text().$type<StoredEventType>().notNull(),
    funnel: text().notNull(),
    funnelVersion: integer('funnel_version').notNull(),
    runId: text('run_id').notNull(),
    sessionId: text('session_id').notNull(),
    step: integer().notNull(),
    occurredAt: integer('occurred_at').notNull(),
    sentAt: integer('sent_at').notNull(),
    receivedAt: integer('received_at').notNull(),
    at: integer().notNull(),
    data: text({ mode: 'json' }).notNull(),
    facts: text({ mode: 'json' }).$type<Record<string, string | boolean>>().notNull(),
    meta: text({ mode: 'json' }).$type<EventMeta>().notNull(),
  },
  (table) => [uniqueIndex('events_id').on(table.id), index('events_run').on(table.runId)],
)

/** WITHOUT ROWID. Keys under which an event is stored once for ever. */
export const onceKeys = sqliteTable('once_keys', {
  key: text().primaryKey().notNull(),
  position: integer().notNull(),
})

/** WITHOUT ROWID. Content stored a moment ago. */
export const fingerprints = sqliteTable('fingerprints', {
  fingerprint: text().primaryKey().notNull(),
  position: integer().notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** WITHOUT ROWID. Ids of suppressed duplicates, with the position of the event that they repeat. */
export const suppressedIds = sqliteTable(
  'suppressed_ids',
  {
    id: text().primaryKey().notNull(),
    position: integer().notNull(),
    forgetAt: integer('forget_at').notNull(),
  },
  (table) => [index('suppressed_ids_forget_at').on(table.forgetAt)],
)

/** One row per event with personal values, encrypted; erased without touching the log. */
export const personalData = sqliteTable(
  'personal_data',
  {
    position: integer().primaryKey(),
    runId: text('run_id').notNull(),
    ciphertext: blob({ mode: 'buffer' }).notNull(),
    emailHmac: blob('email_hmac', { mode: 'buffer' }),
  },
  // None by run, the log's serves. This one holds all that a search for an address needs and grows at its end: rights
  // are asked for rarely enough to look through it, and an index by the HMAC would write a page of its own an address.
  (table) => [
    index('personal_data_addresses')
      .on(table.position, table.emailHmac, table.runId)
      .where(sql`email_hmac IS NOT NULL`),
  ],
)

/** What visitors upload. The bytes lie in `upload_parts`, so that a row is small. */
export const uploads = sqliteTable(
  'uploads',
  {
    key: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    runId: text('run_id').notNull(),
    field: text().notNull(),
    mimeType: text('mime_type').notNull(),
    /** Null until it is whole. */
    size: integer(),
    createdAt: integer('created_at').notNull(),
    /** Head of the log when it was begun. */
    position: integer().notNull(),
    /** `kept` belongs to an order; of `removed` the parts are going. */
    state: text().$type<'receiving' | 'whole' | 'kept' | 'removed'>().notNull(),
    /** The encrypted file name. */
    name: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [
    uniqueIndex('uploads_id').on(table.id),
    index('uploads_run').on(table.runId),
    index('uploads_state').on(table.state, table.createdAt),
  ],
)

export const uploadParts = sqliteTable(
  'upload_parts',
  {
    id: integer().primaryKey(),
    uploadKey: integer('upload_key')
      .notNull()
      .references(() => uploads.key),
    number: integer().notNull(),
    ciphertext: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [uniqueIndex('upload_parts_number').on(table.uploadKey, table.number)],
)

export const rejectedEvents = sqliteTable(
  'rejected_events',
  {
    id: integer().primaryKey(),
    receivedAt: integer('received_at').notNull(),
    type: text(),
    funnel: text(),
    issues: text({ mode: 'json' }).$type<Rejection['issues']>().notNull(),
  },
  (table) => [index('rejected_events_received_at').on(table.receivedAt)],
)

/** WITHOUT ROWID. */
export const dailyCounters = sqliteTable(
  'daily_counters',
  { day: text().notNull(), name: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)

/** WITHOUT ROWID. Facts about the database itself. */
export const settings = sqliteTable('settings', {
  name: text().primaryKey().notNull(),
  value: text().notNull(),
})

/** At most one is live; `removed` ones are being emptied. Numbers are never used again. */
export const generations = sqliteTable('generations', {
  generation: integer().primaryKey({ autoIncrement: true }),
  state: text().$type<'live' | 'building' | 'removed'>().notNull(),
  checkpoint: integer().notNull(),
  /** Of the fold states in its runs. */
  format: integer().notNull().default(1),
})

export const runs = sqliteTable(
  'runs',
  {
    generation: integer().notNull(),
    runId: text('run_id').notNull(),
    funnel: text().notNull(),
    version: integer().notNull(),
    day: text().notNull(),
    status: text().$type<RunRow['status']>().notNull(),
    silentSince: integer('silent_since'),
    lastPosition: integer('last_position').notNull(),
    state: text({ mode: 'json' }).notNull(),
    startedAt: integer('started_at').notNull().default(0),
    segment: integer().notNull().default(0),
    /** Numbers of its measures, each between commas; empty for a robot's run. */
    measures: text().notNull().default(''),
  },
  (table) => [
    index('runs_day').on(table.generation, table.day, table.startedAt),
    uniqueIndex('runs_run').on(table.generation, table.runId),
    index('runs_silent')
      .on(table.generation, table.silentSince)
      .where(sql`silent_since IS NOT NULL`),
  ],
)

export const orders = sqliteTable(
  'orders',
  {
    generation: integer().notNull(),
    orderId: text('order_id').notNull(),
    number: text().notNull(),
    runId: text('run_id').notNull(),
    funnel: text().notNull(),
    at: integer().notNull(),
    day: text().notNull(),
    position: integer().notNull(),
    priceCents: integer('price_cents').notNull(),
    status: text().$type<OrderRow['status']>().notNull(),
    source: text().notNull(),
  },
  (table) => [
    uniqueIndex('orders_order').on(table.generation, table.orderId),
    index('orders_day').on(table.generation, table.day, table.at, table.position),
  ],
)

/** Combinations of dimensions that reports filter by; 0 stands for all of them together. Never removed. */
export const segments = sqliteTable(
  'segments',
  {
    segment: integer().primaryKey(),
    device: text().notNull(),
    source: text().notNull(),
    medium: text().notNull(),
    campaign: text().notNull(),
    reason: text().notNull().default('(none)'),
  },
  (table) => [
    uniqueIndex('segments_values').on(table.device, table.source, table.medium, table.campaign, table.reason),
  ],
)

/** What runs are counted under, by number. Never removed. */
export const measures = sqliteTable(
  'measures',
  { measure: integer().primaryKey(), name: text().notNull() },
  (table) => [uniqueIndex('measures_name').on(table.name)],
)

/**
 * WITHOUT ROWID. The key is in the order in which reports ask: an unfiltered one reads one range, `segment` 0.
 * `counts` holds all measures of a day (measure-counts.ts): a report over 90 days reads hundreds of rows, not
 * hundreds of thousands.
 */
export const dropOff = sqliteTable(
  'drop_off',
  {
    generation: integer().notNull(),
    funnel: text().notNull(),
    segment: integer().notNull(),
    day: text().notNull(),
    version: integer().notNull(),
    counts: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.generation, table.funnel, table.segment, table.day, table.version] }),
  ],
)

/** WITHOUT ROWID. */
export const attribution = sqliteTable(
  'attribution',
  {
    generation: integer().notNull(),
    model: text().notNull(),
    dimension: text().notNull(),
    day: text().notNull(),
    funnel: text().notNull(),
    key: text().notNull(),
    runs: integer().notNull(),
    orders: integer().notNull(),
    revenueCents: integer('revenue_cents').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.generation, table.model, table.dimension, table.day, table.funnel, table.key],
    }),
  ],
)

export const deliveries = sqliteTable(
  'deliveries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    endpoint: text().notNull(),
    position: integer().notNull(),
    runId: text('run_id').notNull(),
    eventType: text('event_type').notNull(),
    sequence: integer().notNull(),
    webhookId: text('webhook_id').notNull(),
    state: text().$type<Delivery['state']>().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    leasedUntil: integer('leased_until'),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [
    uniqueIndex('deliveries_event').on(table.endpoint, table.position),
    index('deliveries_pending')
      .on(table.runId, table.endpoint, table.position)
      .where(sql`state = 'pending'`),
    index('deliveries_state').on(table.state),
  ],
)

export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    id: integer().primaryKey(),
    deliveryId: integer('delivery_id')
      .notNull()
      .references(() => deliveries.id),
    number: integer().notNull(),
    startedAt: integer('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    httpStatus: integer('http_status'),
    error: text(),
  },
  (table) => [index('delivery_attempts_delivery').on(table.deliveryId)],
)

/** WITHOUT ROWID. Kept by triggers on `deliveries`, so that asking costs the same however many there are. */
export const deliveryCounts = sqliteTable('delivery_counts', {
  state: text().$type<Delivery['state']>().primaryKey().notNull(),
  count: integer().notNull(),
})

/** WITHOUT ROWID. */
export const stoppedEndpoints = sqliteTable('stopped_endpoints', {
  endpoint: text().primaryKey().notNull(),
  reason: text().notNull(),
  at: integer().notNull(),
})

export const jobs = sqliteTable(
  'jobs',
  {
    /** Never used again, so that what an old worker holds fits no newer job. */
    ticket: integer().primaryKey({ autoIncrement: true }),
    queue: text().notNull(),
    key: text().notNull(),
    runAt: integer('run_at').notNull(),
    /** The ticket that runs now; an older one than `ticket` when the job was put again meanwhile. */
    claimed: integer(),
    leasedUntil: integer('leased_until'),
  },
  (table) => [
    uniqueIndex('jobs_key').on(table.queue, table.key),
    index('jobs_due').on(table.queue, table.runAt),
  ],
)
