// Times are ms since the epoch, days are Berlin days. JSON columns have the type `json` instead of `jsonb`. They return
// exactly what was written, so the engines can be compared byte for byte. Writing them also costs less. The tables are
// in the same order as in the schema of SQLite.
import {
  bigint,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  sql,
  uniqueIndex,
  uuid,
} from '#db/postgres/connection/drizzle.ts'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { NumberRange } from '#domain/orders/billing/invoice-numbers.ts'
import type { OrderWork } from '#domain/orders/order-work.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import type { MeasureFamily } from '#domain/runs/measure-families.ts'
import type { SegmentKind } from '#domain/runs/dimensions.ts'
import type { DocumentKind, EventMeta, StoredEventType } from '#domain/events/stored-event.ts'
import type { StopCode } from '#domain/outbox/outcome.ts'
import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Rejection } from '#db/ports/event-log.ts'
import type { RejectionState } from '#db/ports/rejection-store.ts'
import type { Exclusion } from '#db/ports/exclusion-store.ts'
import type { OrderRow, RunRow } from '#db/ports/projection-store.ts'
import type { Session } from '#db/ports/staff/session-store.ts'
import type { AccessToken } from '#db/ports/staff/access-token-store.ts'
import type { UserRole, UserState } from '#db/ports/staff/user-store.ts'

/**
 * Text that is sorted by bytes, as in SQLite. The reports of both engines are therefore identical, and no index depends
 * on the locale of the machine.
 */
const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Column for safe integers of JavaScript. The driver throws if it reads a larger number. */
const whole = (name?: string) =>
  name === undefined ? bigint({ mode: 'number' }) : bigint(name, { mode: 'number' })

/**
 * The log, partitioned by ranges of positions (decision 070), which Drizzle cannot describe. Each partition has triggers
 * that refuse UPDATE, DELETE and TRUNCATE, and a unique index on `id`; an index of the whole table could be unique only
 * together with `position`. Appends look ids up in all partitions while they hold the append lock.
 */
export const events = pgTable(
  'events',
  {
    /**
     * Assigned while the append lock is held. A sequence would leave gaps, and a higher position could become visible
     * before a lower one.
     */
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
  (table) => [index('events_run').on(table.runId, table.position)],
)

/**
 * Events of the operation that belong to no run, such as annotations. Their positions are from the same counter as those
 * of `events`. Triggers refuse UPDATE, DELETE and TRUNCATE.
 */
export const operationalEvents = pgTable(
  'operational_events',
  {
    position: whole().primaryKey(),
    type: text().notNull(),
    once: text().notNull(),
    day: text().notNull(),
    at: whole().notNull(),
    data: json().notNull(),
  },
  (table) => [
    uniqueIndex('operational_events_once').on(table.once),
    index('operational_events_day').on(table.type, table.day),
  ],
)

/** Ranges of the log that are in files (see `ArchiveStore`). */
export const archivedRanges = pgTable('archived_ranges', {
  upTo: whole('up_to').primaryKey(),
  /** The range begins after this position. */
  after: whole().notNull(),
  events: integer().notNull(),
  firstAt: whole('first_at').notNull(),
  file: text().notNull(),
  bytes: whole().notNull(),
  sha256: text().notNull(),
  archivedAt: whole('archived_at').notNull(),
  /** Null until all events that are to be removed are removed. */
  removedAt: whole('removed_at'),
})

/** Ids of the events that were removed from the log. */
export const archivedIds = pgTable('archived_ids', {
  id: uuid().primaryKey(),
  position: whole().notNull(),
})

/** Runs whose events were removed from the log, each with the position of its last removed event. */
export const archivedRuns = pgTable('archived_runs', {
  runId: text('run_id').primaryKey(),
  position: whole().notNull(),
})

/** Keys under which only one event is ever stored. */
export const onceKeys = pgTable('once_keys', {
  key: text().primaryKey(),
  position: whole().notNull(),
})

/** Fingerprints of recent content. The key is the position, so that the rows that expire first come first. */
export const fingerprints = pgTable(
  'fingerprints',
  {
    position: whole().primaryKey(),
    fingerprint: text().notNull(),
    expiresAt: whole('expires_at').notNull(),
  },
  (table) => [uniqueIndex('fingerprints_fingerprint').on(table.fingerprint)],
)

/** Ids of suppressed duplicates, each with the position of the event that it repeats. */
export const suppressedIds = pgTable(
  'suppressed_ids',
  {
    id: text().primaryKey(),
    position: whole().notNull(),
    forgetAt: whole('forget_at').notNull(),
  },
  (table) => [index('suppressed_ids_forget_at').on(table.forgetAt)],
)

/**
 * What each run has used of its limits: the number of visitor events, and the bytes of their rows in the log and the
 * vault.
 */
export const runUsage = pgTable('run_usage', {
  runId: text('run_id').primaryKey(),
  events: integer().notNull(),
  bytes: whole().notNull(),
})

/** One row per event with personal values. The values are sealed with the data key of the run and the row's class. */
export const personalData = pgTable(
  'personal_data',
  {
    position: whole().primaryKey(),
    runId: text('run_id').notNull(),
    class: text().$type<DataClass>().notNull(),
    ciphertext: bytea().notNull(),
  },
  (table) => [index('personal_data_run').on(table.runId, table.position)],
)

/**
 * Data keys, wrapped with PII_KEY. The table is partitioned by `part`, so that an erasure only has to rewrite the
 * partitions in which it deleted rows.
 */
export const dataKeys = pgTable(
  'data_keys',
  {
    part: smallint().notNull(),
    runId: text('run_id').notNull(),
    class: text().$type<DataClass>().notNull(),
    wrapped: bytea().notNull(),
    /**
     * Position of the first event whose values the key may seal. An erasure up to this position or a later one destroys
     * the key.
     */
    position: whole().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.class, table.part] })],
)

/** Keyed hashes of e-mail addresses, partitioned like data keys. */
export const emailHmacs = pgTable(
  'email_hmacs',
  {
    part: smallint().notNull(),
    position: whole().notNull(),
    runId: text('run_id').notNull(),
    hmac: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position, table.part] }),
    index('email_hmacs_hmac').on(table.hmac),
  ],
)

/** Keyed hashes of the words of customers' names, by which operators find orders. Partitioned like data keys. */
export const nameHmacs = pgTable(
  'name_hmacs',
  {
    part: smallint().notNull(),
    position: whole().notNull(),
    runId: text('run_id').notNull(),
    /** Number of the word among those of `nameWords`, from 0. */
    word: integer().notNull(),
    hmac: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position, table.word, table.part] }),
    index('name_hmacs_hmac').on(table.hmac),
  ],
)

/** Files of visitors. Their bytes are in `upload_parts`, so that rows are small. */
export const uploads = pgTable(
  'uploads',
  {
    key: whole().primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull(),
    runId: text('run_id').notNull(),
    field: text().notNull(),
    mimeType: text('mime_type').notNull(),
    /** Size in bytes. While the upload is incomplete, this is the size reserved for it, or null if no quota applies. */
    size: whole(),
    createdAt: whole('created_at').notNull(),
    /** Last position of the log when the upload began. */
    position: whole().notNull(),
    /**
     * `receiving` is an incomplete upload, `whole` a complete one. `kept` is a complete upload that belongs to an
     * order.
     */
    state: text().$type<'receiving' | 'whole' | 'kept'>().notNull(),
    /** The file name, sealed with the run's data key of the class `class`. */
    name: bytea().notNull(),
    /** The key that encrypts the parts, sealed with the same data key as the name. */
    secret: bytea().notNull(),
    class: text().$type<DataClass>().notNull(),
    /**
     * Time at which the upload was marked as kept, in ms since the epoch. Set to null when the service has found the
     * order of the run.
     */
    orderPendingSince: whole('order_pending_since'),
    /** Bytes of the pages that were derived from the file; null until it is complete, and for files without pages. */
    pageBytes: whole('page_bytes'),
  },
  (table) => [
    index('uploads_order_pending')
      .on(table.orderPendingSince)
      .where(sql`order_pending_since IS NOT NULL`),
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
    state: text().$type<RejectionState>(),
    runId: text('run_id'),
    eventId: text('event_id'),
    facts: json(),
    ciphertext: bytea(),
    position: whole(),
  },
  (table) => [
    index('rejected_events_received_at').on(table.receivedAt),
    index('rejected_events_kept')
      .on(table.runId)
      .where(sql`state = 'kept'`),
    index('rejected_events_replayed')
      .on(table.position)
      .where(sql`state = 'replayed'`),
  ],
)

export const dailyCounters = pgTable(
  'daily_counters',
  { day: text().notNull(), name: text().notNull(), count: whole().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)

/** Values that concern the database itself, for example the fingerprint of its key. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/**
 * Generations of projections. At most one is live. The rows of generations in the state `removed` are being deleted.
 * Numbers are never reused.
 */
export const generations = pgTable('generations', {
  generation: whole().primaryKey().generatedAlwaysAsIdentity(),
  state: text().$type<'live' | 'building' | 'removed'>().notNull(),
  checkpoint: whole().notNull(),
  /** Format of the run states in the generation's rows of `runs`. */
  format: integer().notNull().default(1),
  /** Incremented whenever a run is excluded or included. */
  revision: integer().notNull().default(0),
})

/** Runs that are left out of reports, send no messages and never lapse. */
export const excludedRuns = pgTable('excluded_runs', {
  runId: text('run_id').primaryKey(),
  at: whole().notNull(),
  by: text('excluded_by').$type<Exclusion['by']>().notNull(),
  reason: text().notNull(),
  /**
   * Checkpoint of the live generation at the time of the exclusion. Messages about events up to this position are
   * already in the outbox.
   */
  position: whole().notNull(),
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
    /** Numbers of the run's segments of the kind `campaign` and of the other kinds. */
    segment: whole().notNull().default(0),
    visitorSegment: whole('visitor_segment').notNull().default(0),
    osSegment: whole('os_segment').notNull().default(0),
    entrySegment: whole('entry_segment').notNull().default(0),
    hourSegment: whole('hour_segment').notNull().default(0),
    channelSegment: whole('channel_segment').notNull().default(0),
    /** Numbers of the run's measures, each enclosed in commas, for example `,3,7,`. Empty for a robot's run. */
    measures: text().notNull().default(''),
    /** Those of them that belong to the family `outcome`. The runs of a store have a few dozen different ones. */
    outcome: text().notNull().default(''),
    /**
     * State of the run before the events that arrived after its archived ones; null without such events. Reports of the
     * past begin with this state instead of the archived events.
     */
    archivedState: json('archived_state'),
  },
  (table) => [
    // The index ends with `last_position`, so that reports as of a past position find the runs with later events
    // without reading the table.
    index('runs_day').on(table.generation, table.day, table.startedAt, table.lastPosition),
    // Most reports that count run by run read only the outcome, from this index alone: a row of the table takes 1.6 KB.
    index('runs_outcome')
      .on(
        table.generation,
        table.day,
        table.funnel,
        table.version,
        table.segment,
        table.visitorSegment,
        table.osSegment,
        table.entrySegment,
        table.hourSegment,
        table.channelSegment,
        table.outcome,
      )
      .where(sql`outcome <> ''`),
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
    work: text().$type<OrderWork>(),
    visitor: text().$type<OrderRow['visitor']>().notNull().default('person'),
    netCents: whole('net_cents').notNull().default(0),
    payment: text().$type<OrderRow['payment']>().notNull().default('none'),
    lastPosition: whole('last_position').notNull().default(0),
    paidAt: whole('paid_at'),
    startFunnel: text('start_funnel').notNull().default(''),
    startDay: text('start_day').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.generation, table.orderId] }),
    // Contains every column by which the report filters, sorts and sums, so that it reads only the index.
    index('orders_listed').on(
      table.generation,
      table.day,
      table.at,
      table.position,
      table.priceCents,
      table.netCents,
      table.status,
      table.funnel,
      table.payment,
      table.visitor,
      table.lastPosition,
    ),
    // The same columns, for lists of one status and lists sorted by it.
    index('orders_status').on(
      table.generation,
      table.status,
      table.day,
      table.at,
      table.position,
      table.priceCents,
      table.netCents,
      table.funnel,
      table.payment,
      table.visitor,
      table.lastPosition,
    ),
    // Contains every column that the times of orders are computed from.
    index('orders_started').on(
      table.generation,
      table.startDay,
      table.startFunnel,
      table.at,
      table.paidAt,
      table.priceCents,
      table.netCents,
      table.payment,
      table.visitor,
      table.lastPosition,
    ),
    index('orders_declared')
      .on(table.generation, table.orderId)
      .where(sql`status = 'withdrawal_declared'`),
    index('orders_work')
      .on(table.generation, table.work, table.at)
      .where(sql`work IS NOT NULL`),
    index('orders_unsent')
      .on(table.generation, table.paidAt)
      .where(sql`status IN ('paid', 'submitted')`),
    index('orders_number').on(table.number),
  ],
)

/**
 * Combinations of the dimensions by which reports filter. The segment number 0 is the total of all segments.
 * Rows are never removed.
 */
export const segments = pgTable(
  'segments',
  {
    segment: whole().primaryKey().generatedAlwaysAsIdentity(),
    device: text().notNull(),
    source: text().notNull(),
    medium: text().notNull(),
    campaign: text().notNull(),
    reason: text().notNull().default('(none)'),
    /** Columns of dimensions that the kind does not have are empty. */
    kind: text().$type<SegmentKind>().notNull().default('campaign'),
    browser: text().notNull().default(''),
    os: text().notNull().default(''),
    entry: text().notNull().default(''),
    consent: text().notNull().default(''),
    hour: text().notNull().default(''),
    channel: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('segments_values').on(
      table.kind,
      table.device,
      table.source,
      table.medium,
      table.campaign,
      table.reason,
      table.browser,
      table.os,
      table.entry,
      table.consent,
      table.hour,
      table.channel,
    ),
  ],
)

/** Names of measures by number. Rows are never removed. */
export const measures = pgTable(
  'measures',
  { measure: whole().primaryKey().generatedAlwaysAsIdentity(), name: text().notNull() },
  (table) => [uniqueIndex('measures_name').on(table.name)],
)

/**
 * Numbers of runs by measure, for the drop-off report. The columns of the primary key are in the order in which reports
 * query them: an unfiltered report reads one range with `segment` 0. `counts` contains all measures of one
 * family and day (measure-counts.ts), so a report over 90 days reads hundreds of rows instead of hundreds of thousands.
 */
export const dropOff = pgTable(
  'drop_off',
  {
    generation: whole().notNull(),
    funnel: text().notNull(),
    segment: whole().notNull(),
    day: text().notNull(),
    version: integer().notNull(),
    /** Family of the measures; empty in rows of an older format, which contain all measures. */
    family: text().$type<MeasureFamily | ''>().notNull().default(''),
    counts: text().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.generation, table.funnel, table.segment, table.family, table.day, table.version],
    }),
  ],
)

/**
 * Days with runs. `position` says when a day last changed, so that reports keep the counts and orders of all
 * other days (kept-days.ts), and reports of the past search only changed days.
 */
export const countedDays = pgTable(
  'counted_days',
  {
    generation: whole().notNull(),
    day: text().notNull(),
    /** Checkpoint after the last change to a run or a count of the day. */
    position: whole().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.day] })],
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
    netRevenueCents: whole('net_revenue_cents').notNull().default(0),
  },
  (table) => [
    primaryKey({
      columns: [table.generation, table.model, table.dimension, table.day, table.funnel, table.key],
    }),
  ],
)

/** Report keys that are counted separately on a day. Their number per day and dimension is limited (report-keys.ts). */
export const reportKeys = pgTable(
  'report_keys',
  {
    generation: whole().notNull(),
    day: text().notNull(),
    key: text().notNull(),
    dimension: text().$type<ReportKey['dimension']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.day, table.key, table.dimension] })],
)

/**
 * Messages to all destinations. Messages about an event have position, run, type and sequence; all other messages have
 * content.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    destination: text().$type<OutboxRow['destination']>().notNull(),
    position: whole(),
    runId: text('run_id'),
    eventType: text('event_type'),
    sequence: integer(),
    messageId: text('message_id').notNull(),
    /** Encrypted content. Null for a message about an event, and once the message is delivered or discarded. */
    content: bytea(),
    state: text().$type<OutboxRow['state']>().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: whole('next_attempt_at').notNull(),
    leasedUntil: whole('leased_until'),
    createdAt: whole('created_at').notNull(),
    finishedAt: whole('finished_at'),
  },
  (table) => [
    uniqueIndex('outbox_event').on(table.destination, table.position),
    uniqueIndex('outbox_message')
      .on(table.messageId)
      .where(sql`position IS NULL`),
    // The condition on the time is always met. It keeps this index from being used for the search by run, for which only
    // `outbox_pending` is fast.
    index('outbox_due')
      .on(table.destination, table.nextAttemptAt, table.id)
      .where(sql`state = 'pending' AND next_attempt_at >= 0`),
    index('outbox_pending')
      .on(table.runId, table.destination, table.position)
      .where(sql`state = 'pending'`),
    index('outbox_held')
      .on(table.runId)
      .where(sql`state = 'held'`),
    index('outbox_state').on(table.destination, table.state, table.id),
  ],
)

export const outboxAttempts = pgTable(
  'outbox_attempts',
  {
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    outboxId: whole('outbox_id')
      .notNull()
      .references(() => outbox.id),
    number: integer().notNull(),
    startedAt: whole('started_at').notNull(),
    durationMs: whole('duration_ms').notNull(),
    status: integer(),
    error: text(),
  },
  (table) => [index('outbox_attempts_message').on(table.outboxId, table.id)],
)

/**
 * Changes to the number of messages by destination and state. Triggers add rows, and `enqueueMessages` compacts them.
 * The number of messages is the sum of `count`. If there were only one row per state, every process would wait for the
 * transactions of all others.
 */
export const outboxCounts = pgTable('outbox_counts', {
  destination: text().$type<OutboxRow['destination']>().notNull(),
  state: text().$type<OutboxRow['state']>().notNull(),
  count: whole().notNull(),
})

/** Slots reserved for e-mails of limited kinds; removed after two days. */
export const acknowledgements = pgTable(
  'acknowledgements',
  {
    /** Id of the e-mail. */
    id: text().primaryKey(),
    /** Keyed hash of the e-mail address. The same address has a different hash each day. */
    recipient: text().notNull(),
    at: whole().notNull(),
  },
  (table) => [index('acknowledgements_at').on(table.at)],
)

export const stoppedDestinations = pgTable('stopped_destinations', {
  destination: text().$type<OutboxRow['destination']>().primaryKey(),
  code: text().$type<StopCode>().notNull(),
  at: whole().notNull(),
})

/** Sessions of people who are logged in to the reports; the id is a hash of the cookie. */
export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  subject: text().notNull(),
  role: text().$type<Session['role']>().notNull(),
  credential: text().notNull(),
  createdAt: whole('created_at').notNull(),
  expiresAt: whole('expires_at').notNull(),
  lastUsedAt: whole('last_used_at').notNull(),
})

/** Drafts that wait for another device; see `HandoverStore`. The ciphertext is removed when it is read. */
export const handovers = pgTable('handovers', {
  runId: text('run_id').primaryKey(),
  idHash: text('id_hash').notNull().unique(),
  createdAt: whole('created_at').notNull(),
  expiresAt: whole('expires_at').notNull(),
  ciphertext: bytea(),
})

/** The last number given of each range and year (see `Numbering`). */
export const numberRanges = pgTable(
  'number_ranges',
  {
    range: text().$type<NumberRange>().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.range, table.year] })],
)

/** The frozen documents of orders, each encrypted with the run's data key of `class`. */
export const documents = pgTable(
  'documents',
  {
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    runId: text('run_id').notNull(),
    kind: text().$type<DocumentKind>().notNull(),
    version: integer().notNull(),
    class: text().$type<DataClass>().notNull(),
    sha256: text().notNull(),
    pages: integer().notNull(),
    bytes: integer().notNull(),
    template: integer().notNull(),
    frozenAt: whole('frozen_at').notNull(),
    ciphertext: bytea().notNull(),
  },
  (table) => [uniqueIndex('documents_document').on(table.runId, table.kind, table.version)],
)

/** What operators did: logins, looks at personal data and commands. Entries are kept for a year. */
export const audit = pgTable(
  'audit',
  {
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    at: whole().notNull(),
    operator: text().notNull(),
    action: text().notNull(),
    orderId: text('order_id'),
    detail: text(),
  },
  (table) => [index('audit_at').on(table.at), index('audit_order').on(table.orderId, table.id)],
)

/** Every version of the texts that were offered for acceptance with an order (see `TextStore`). */
export const texts = pgTable('texts', {
  sha256: text().primaryKey(),
  name: text().notNull(),
  content: text().notNull(),
  firstSeenAt: whole('first_seen_at').notNull(),
})

/** Named users of the staff (see `UserStore`). */
export const users = pgTable('users', {
  id: text().primaryKey(),
  emailHash: text('email_hash').notNull().unique(),
  sealed: bytea().notNull(),
  role: text().$type<UserRole>().notNull(),
  state: text().$type<UserState>().notNull(),
  passwordHash: text('password_hash'),
  /** Incremented by everything that ends the sessions of the user. */
  version: integer().notNull(),
  linkHash: text('link_hash'),
  linkExpiresAt: whole('link_expires_at'),
  /** Hash of the account at the provider of OpenID Connect (see `UserStore.bindIdentity`). */
  identityHash: text('identity_hash').unique(),
  createdAt: whole('created_at').notNull(),
  lastLoginAt: whole('last_login_at'),
})

/** Sessions of named users. `version` is that of the user at the login. */
export const userSessions = pgTable(
  'user_sessions',
  {
    hash: text().primaryKey(),
    id: text().notNull().unique(),
    userId: text('user_id').notNull(),
    version: integer().notNull(),
    device: text().notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    lastUsedAt: whole('last_used_at').notNull(),
  },
  (table) => [index('user_sessions_user').on(table.userId)],
)

/** Tokens of scripts and shared links (see `AccessTokenStore`). */
export const accessTokens = pgTable('access_tokens', {
  id: text().primaryKey(),
  hash: text().notNull().unique(),
  kind: text().$type<AccessToken['kind']>().notNull(),
  name: text().notNull(),
  scope: text().notNull(),
  userId: text('user_id'),
  createdAt: whole('created_at').notNull(),
  expiresAt: whole('expires_at').notNull(),
  lastUsedAt: whole('last_used_at'),
})

/** What an admin has decided about access, such as that shared passwords are turned off. */
export const accessSettings = pgTable('access_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** Views of the reports that users have saved (see `SavedViewStore`). */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    path: text().notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.name)],
)
