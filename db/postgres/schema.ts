// Times are ms since the epoch, days are Berlin days. JSON is `json` and not `jsonb`: nothing looks inside it here, the
// text comes back as it was written, so the engines can be compared byte for byte, and writing it costs less.
// One file of declarations and nothing else, in the order of the other engine's, to be read beside it.
import { bigint, customType, index, integer, json, pgTable, primaryKey, sql, uniqueIndex } from './drizzle.ts'
import type { EventMeta, StoredEventType } from '#domain/stored-event.ts'
import type { Delivery } from '../delivery-store.ts'
import type { Rejection } from '../event-log.ts'
import type { OrderRow, RunRow } from '../projection-store.ts'

/** In byte order like SQLite's, so that reports come out alike and no index depends on the machine's locale. */
const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Below 2^53; the driver refuses what is not. */
const whole = (name?: string) =>
  name === undefined ? bigint({ mode: 'number' }) : bigint(name, { mode: 'number' })

/** The log. Triggers refuse UPDATE, DELETE and TRUNCATE. */
export const events = pgTable(
  'events',
  {
    /** Given by the append under its lock; a sequence would leave gaps and show later numbers first. */
    position: whole().primaryKey(),
    id: text().notNull(),
    type: text().$type<StoredEventType>().notNull(),
    funnel: text().notNull(),
    funnelVersion: integer('funnel_version').notNull(),
    runId: text('run_id').notNull(),
    sessionId: text('session_id').notNull(),
    step: integer().notNull(),
    occurredAt: whole('occurred_at').notNull(),
    sentAt: whole('sent_at').notNull(),
    receivedAt: whole('received_at').notNull(),
    at: whole().notNull(),
    data: json().notNull(),
    facts: json().$type<Record<string, string | boolean>>().notNull(),
    meta: json().$type<EventMeta>().notNull(),
  },
  (table) => [uniqueIndex('events_id').on(table.id), index('events_run').on(table.runId, table.position)],
)

/** Keys under which an event is stored once for ever. */
export const onceKeys = pgTable('once_keys', {
  key: text().primaryKey(),
  position: whole().notNull(),
})

/** Content stored a moment ago. In order of position, so that the expired ones lie together at the front. */
export const fingerprints = pgTable(
  'fingerprints',
  {
    position: whole().primaryKey(),
    fingerprint: text().notNull(),
    expiresAt: whole('expires_at').notNull(),
  },
  (table) => [uniqueIndex('fingerprints_fingerprint').on(table.fingerprint)],
)

/** Ids of suppressed duplicates, with the position of the event that they repeat. */
export const suppressedIds = pgTable(
  'suppressed_ids',
  {
    id: text().primaryKey(),
    position: whole().notNull(),
    forgetAt: whole('forget_at').notNull(),
  },
  (table) => [index('suppressed_ids_forget_at').on(table.forgetAt)],
)

/** One row per event with personal values, encrypted; erased without touching the log. */
export const personalData = pgTable(
  'personal_data',
  {
    position: whole().primaryKey(),
    runId: text('run_id').notNull(),
    ciphertext: bytea().notNull(),
    emailHmac: bytea('email_hmac'),
  },
  (table) => [
    index('personal_data_run').on(table.runId, table.position),
    index('personal_data_email')
      .on(table.emailHmac)
      .where(sql`email_hmac IS NOT NULL`),
  ],
)

/** What visitors upload. The bytes lie in `upload_parts`, so that a row is small. */
export const uploads = pgTable(
  'uploads',
  {
    key: whole().primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull(),
    runId: text('run_id').notNull(),
    field: text().notNull(),
    mimeType: text('mime_type').notNull(),
    /** Null until it is whole. */
    size: whole(),
    createdAt: whole('created_at').notNull(),
    /** Head of the log when it was begun. */
    position: whole().notNull(),
    /** `kept` belongs to an order. */
    state: text().$type<'receiving' | 'whole' | 'kept'>().notNull(),
    /** The encrypted file name. */
    name: bytea().notNull(),
    /**
     * The parts are encrypted with a key of their own, and this is that key, encrypted. An erasure rewrites this small
     * table and need not rewrite the parts, which may be many gigabytes: without the key nobody can read them.
     */
    secret: bytea().notNull(),
  },
  (table) => [
    uniqueIndex('uploads_id').on(table.id),
    index('uploads_run').on(table.runId, table.key),
    index('uploads_unkept')
      .on(table.createdAt, table.key)
      .where(sql`state <> 'kept'`),
  ],
)

export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadKey: whole('upload_key')
      .notNull()
      .references(() => uploads.key, { onDelete: 'cascade' }),
    number: integer().notNull(),
    ciphertext: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadKey, table.number] })],
)

export const rejectedEvents = pgTable(
  'rejected_events',
  {
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    receivedAt: whole('received_at').notNull(),
    type: text(),
    funnel: text(),
    issues: json().$type<Rejection['issues']>().notNull(),
  },
  (table) => [index('rejected_events_received_at').on(table.receivedAt)],
)

export const dailyCounters = pgTable(
  'daily_counters',
  { day: text().notNull(), name: text().notNull(), count: whole().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)

/** Facts about the database itself. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** At most one is live; `removed` ones are being emptied. Numbers are never used again. */
export const generations = pgTable('generations', {
  generation: whole().primaryKey().generatedAlwaysAsIdentity(),
  state: text().$type<'live' | 'building' | 'removed'>().notNull(),
  checkpoint: whole().notNull(),
  /** Of the fold states in its runs. */
  format: integer().notNull().default(1),
})

export const runs = pgTable(
  'runs',
  {
    generation: whole().notNull(),
    runId: text('run_id').notNull(),
    funnel: text().notNull(),
    version: integer().notNull(),
    day: text().notNull(),
    status: text().$type<RunRow['status']>().notNull(),
    silentSince: whole('silent_since'),
    lastPosition: whole('last_position').notNull(),
    state: json().notNull(),
    startedAt: whole('started_at').notNull().default(0),
    segment: whole().notNull().default(0),
    /** Numbers of its measures, each between commas; empty for a robot's run. */
    measures: text().notNull().default(''),
  },
  (table) => [
    index('runs_day').on(table.generation, table.day, table.startedAt),
    primaryKey({ columns: [table.generation, table.runId] }),
    index('runs_silent')
      .on(table.generation, table.silentSince, table.runId)
      .where(sql`silent_since IS NOT NULL`),
  ],
)

export const orders = pgTable(
  'orders',
  {
    generation: whole().notNull(),
    orderId: text('order_id').notNull(),
    number: text().notNull(),
    runId: text('run_id').notNull(),
    funnel: text().notNull(),
    at: whole().notNull(),
    day: text().notNull(),
    position: whole().notNull(),
    priceCents: whole('price_cents').notNull(),
    status: text().$type<OrderRow['status']>().notNull(),
    source: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.generation, table.orderId] }),
    index('orders_day').on(table.generation, table.day, table.at, table.position),
    index('orders_number').on(table.number),
  ],
)

/** Combinations of dimensions that reports filter by; 0 stands for all of them together. Never removed. */
export const segments = pgTable(
  'segments',
  {
    segment: whole().primaryKey().generatedAlwaysAsIdentity(),
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
export const measures = pgTable(
  'measures',
  { measure: whole().primaryKey().generatedAlwaysAsIdentity(), name: text().notNull() },
  (table) => [uniqueIndex('measures_name').on(table.name)],
)

/**
 * The key is in the order in which reports ask: an unfiltered one reads one range, `segment` 0. `counts` holds all
 * measures of a day (measure-counts.ts): a report over 90 days reads hundreds of rows, not hundreds of thousands.
 */
export const dropOff = pgTable(
  'drop_off',
  {
    generation: whole().notNull(),
    funnel: text().notNull(),
    segment: whole().notNull(),
    day: text().notNull(),
    version: integer().notNull(),
    counts: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.generation, table.funnel, table.segment, table.day, table.version] }),
  ],
)

export const attribution = pgTable(
  'attribution',
  {
    generation: whole().notNull(),
    model: text().notNull(),
    dimension: text().notNull(),
    day: text().notNull(),
    funnel: text().notNull(),
    key: text().notNull(),
    runs: whole().notNull(),
    orders: whole().notNull(),
    revenueCents: whole('revenue_cents').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.generation, table.model, table.dimension, table.day, table.funnel, table.key],
    }),
  ],
)

export const deliveries = pgTable(
  'deliveries',
  {
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    endpoint: text().notNull(),
    position: whole().notNull(),
    runId: text('run_id').notNull(),
    eventType: text('event_type').notNull(),
    sequence: integer().notNull(),
    webhookId: text('webhook_id').notNull(),
    state: text().$type<Delivery['state']>().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: whole('next_attempt_at').notNull(),
    leasedUntil: whole('leased_until'),
    createdAt: whole('created_at').notNull(),
    finishedAt: whole('finished_at'),
  },
  (table) => [
    uniqueIndex('deliveries_event').on(table.endpoint, table.position),
    index('deliveries_pending')
      .on(table.runId, table.endpoint, table.position)
      .where(sql`state = 'pending'`),
    index('deliveries_state').on(table.state, table.id),
  ],
)

export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: whole('delivery_id')
      .notNull()
      .references(() => deliveries.id),
    number: integer().notNull(),
    startedAt: whole('started_at').notNull(),
    durationMs: whole('duration_ms').notNull(),
    httpStatus: integer('http_status'),
    error: text(),
  },
  (table) => [index('delivery_attempts_delivery').on(table.deliveryId, table.id)],
)

/**
 * Changes of the number of deliveries by state, put there by triggers; their sum is the count. One row a state would be
 * simpler, but every process would wait for every other one's transaction to change it. Summed up now and then.
 */
export const deliveryCounts = pgTable('delivery_counts', {
  state: text().$type<Delivery['state']>().notNull(),
  count: whole().notNull(),
})

export const stoppedEndpoints = pgTable('stopped_endpoints', {
  endpoint: text().primaryKey(),
  reason: text().notNull(),
  at: whole().notNull(),
})
