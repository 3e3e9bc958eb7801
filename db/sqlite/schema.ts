// Times are ms since the epoch, days are Berlin days. All tables are STRICT. Tables whose comment says so are also
// WITHOUT ROWID. drizzle-kit supports neither option, so both must be added by hand to the migration that creates a
// table. The tables are in the same order as in the schema for PostgreSQL.
import {
  blob,
  index,
  integer,
  primaryKey,
  sql,
  sqliteTable,
  text,
  uniqueIndex,
} from '#db/sqlite/connection/drizzle.ts'
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

/** The event log. Triggers reject every UPDATE and DELETE of its rows. */
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

/**
 * Events of the operation that belong to no run, such as annotations. Their positions are from the same counter as those
 * of `events`. Triggers reject every UPDATE and DELETE.
 */
export const operationalEvents = sqliteTable(
  'operational_events',
  {
    position: integer().primaryKey(),
    type: text().notNull(),
    once: text().notNull(),
    day: text().notNull(),
    at: integer().notNull(),
    data: text({ mode: 'json' }).notNull(),
  },
  (table) => [
    uniqueIndex('operational_events_once').on(table.once),
    index('operational_events_day').on(table.type, table.day),
  ],
)

/** Ranges of the log that are in files (see `ArchiveStore`). Events may be deleted from these ranges only. */
export const archivedRanges = sqliteTable('archived_ranges', {
  upTo: integer('up_to').primaryKey(),
  /** The range begins after this position. */
  after: integer().notNull(),
  events: integer().notNull(),
  firstAt: integer('first_at').notNull(),
  file: text().notNull(),
  bytes: integer().notNull(),
  sha256: text().notNull(),
  archivedAt: integer('archived_at').notNull(),
  /** Null until all events that are to be removed are removed. */
  removedAt: integer('removed_at'),
})

/** WITHOUT ROWID. Ids of the events that were removed from the log: the 16 bytes of each UUID. */
export const archivedIds = sqliteTable('archived_ids', {
  id: blob({ mode: 'buffer' }).primaryKey().notNull(),
  position: integer().notNull(),
})

/** WITHOUT ROWID. Runs whose events were removed from the log, each with the position of its last removed event. */
export const archivedRuns = sqliteTable('archived_runs', {
  runId: text('run_id').primaryKey().notNull(),
  position: integer().notNull(),
})

/** WITHOUT ROWID. Keys that only one event can ever use, for example `order:` followed by a run id. */
export const onceKeys = sqliteTable('once_keys', {
  key: text().primaryKey().notNull(),
  position: integer().notNull(),
})

/** WITHOUT ROWID. Hashes of the content of recent events, by which repeated events are detected. */
export const fingerprints = sqliteTable('fingerprints', {
  fingerprint: text().primaryKey().notNull(),
  position: integer().notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/**
 * WITHOUT ROWID. Ids of events that were not stored because they repeat another event, with the position of that event.
 */
export const suppressedIds = sqliteTable(
  'suppressed_ids',
  {
    id: text().primaryKey().notNull(),
    position: integer().notNull(),
    forgetAt: integer('forget_at').notNull(),
  },
  (table) => [index('suppressed_ids_forget_at').on(table.forgetAt)],
)

/**
 * WITHOUT ROWID. The number of a run's events from the visitor, and the bytes of their rows in `events` and
 * `personal_data`. Both are limited.
 */
export const runUsage = sqliteTable('run_usage', {
  runId: text('run_id').primaryKey().notNull(),
  events: integer().notNull(),
  bytes: integer().notNull(),
})

/** One row per event with personal values. The values are encrypted with the data key for the run and the class. */
export const personalData = sqliteTable('personal_data', {
  position: integer().primaryKey(),
  runId: text('run_id').notNull(),
  class: text().$type<DataClass>().notNull(),
  ciphertext: blob({ mode: 'buffer' }).notNull(),
})

/**
 * Data keys, wrapped with PII_KEY. A key is destroyed by overwriting it with zeros in place. Rows are only appended and
 * never deleted: SQLite then moves none of them, so no page keeps a copy of an overwritten key.
 */
export const dataKeys = sqliteTable(
  'data_keys',
  {
    id: integer().primaryKey(),
    runId: text('run_id').notNull(),
    class: text().$type<DataClass>().notNull(),
    wrapped: blob({ mode: 'buffer' }).notNull(),
    /** Position of the first event whose values may be encrypted with this key. */
    position: integer().notNull(),
  },
  (table) => [index('data_keys_run').on(table.runId)],
)

/**
 * Keyed hashes of e-mail addresses. When an address is erased, its hash is overwritten with zeros in place. There is no
 * index on the hash, because an index would contain copies of the hashes. A search scans the table. This is acceptable,
 * because people rarely ask for their data or its erasure.
 */
export const emailHmacs = sqliteTable('email_hmacs', {
  position: integer().primaryKey(),
  runId: text('run_id').notNull(),
  hmac: blob({ mode: 'buffer' }).notNull(),
})

/**
 * Keyed hashes of the words of customers' names, by which operators find orders. They are searched and destroyed like
 * those of e-mail addresses.
 */
export const nameHmacs = sqliteTable(
  'name_hmacs',
  {
    id: integer().primaryKey(),
    position: integer().notNull(),
    runId: text('run_id').notNull(),
    /** Number of the word among those of `nameWords`, from 0. */
    word: integer().notNull(),
    hmac: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [index('name_hmacs_position').on(table.position)],
)

/** Files uploaded by visitors. Their bytes are in `upload_parts`, so that the rows of this table are small. */
export const uploads = sqliteTable(
  'uploads',
  {
    key: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    runId: text('run_id').notNull(),
    field: text().notNull(),
    mimeType: text('mime_type').notNull(),
    /** Size in bytes. For an incomplete upload: the bytes reserved for it, or null if no quota applies. */
    size: integer(),
    createdAt: integer('created_at').notNull(),
    /** Position of the last event in the log when the upload began. */
    position: integer().notNull(),
    /**
     * `receiving`: incomplete. `whole`: complete. `kept`: belongs to an order that has been or is being placed.
     * `removed`: the upload's rows in `upload_parts` are being deleted.
     */
    state: text().$type<'receiving' | 'whole' | 'kept' | 'removed'>().notNull(),
    /** The file name, encrypted with the run's data key for `class`. */
    name: blob({ mode: 'buffer' }).notNull(),
    /** The key with which the parts are encrypted. It is encrypted with the same data key as the file name. */
    secret: blob({ mode: 'buffer' }),
    class: text().$type<DataClass>(),
    /**
     * Time at which the upload was marked as kept, in ms since the epoch. Set to null when the service has checked
     * whether the run has an order.
     */
    orderPendingSince: integer('order_pending_since'),
    /** Bytes of the pages that were derived from the file; null until it is complete, and for files without pages. */
    pageBytes: integer('page_bytes'),
  },
  (table) => [
    uniqueIndex('uploads_id').on(table.id),
    index('uploads_run').on(table.runId),
    index('uploads_state').on(table.state, table.createdAt),
    index('uploads_order_pending')
      .on(table.orderPendingSince)
      .where(sql`order_pending_since IS NOT NULL`),
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
    /** Null for events without content, which can never be replayed. */
    state: text().$type<RejectionState>(),
    runId: text('run_id'),
    eventId: text('event_id'),
    facts: text(),
    ciphertext: blob({ mode: 'buffer' }),
    /** Position of the replayed event, or of the event that it repeats. */
    position: integer(),
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

/** WITHOUT ROWID. Counters by Berlin day and name. */
export const dailyCounters = sqliteTable(
  'daily_counters',
  { day: text().notNull(), name: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)

/** WITHOUT ROWID. Values about the database itself, for example the fingerprint of `PII_KEY`. */
export const settings = sqliteTable('settings', {
  name: text().primaryKey().notNull(),
  value: text().notNull(),
})

/**
 * Generations of the projections. Reports read the `live` generation while a rebuild fills the one that is `building`.
 * The rows of `removed` generations are being deleted. The number of a generation is never used again.
 */
export const generations = sqliteTable('generations', {
  generation: integer().primaryKey({ autoIncrement: true }),
  state: text().$type<'live' | 'building' | 'removed'>().notNull(),
  checkpoint: integer().notNull(),
  /** Format of the run states in this generation. */
  format: integer().notNull().default(1),
  /** Incremented whenever a run is excluded, or included again. */
  revision: integer().notNull().default(0),
})

/** WITHOUT ROWID. Runs that are left out of reports, send no messages and never lapse. */
export const excludedRuns = sqliteTable('excluded_runs', {
  runId: text('run_id').primaryKey().notNull(),
  at: integer().notNull(),
  by: text('excluded_by').$type<Exclusion['by']>().notNull(),
  reason: text().notNull(),
  /**
   * Checkpoint of the live generation at the time of the exclusion. Messages about events up to this position had
   * already been added to the outbox.
   */
  position: integer().notNull(),
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
    /** Numbers of the run's segments of the kind `campaign` and of the other kinds. */
    segment: integer().notNull().default(0),
    visitorSegment: integer('visitor_segment').notNull().default(0),
    osSegment: integer('os_segment').notNull().default(0),
    entrySegment: integer('entry_segment').notNull().default(0),
    hourSegment: integer('hour_segment').notNull().default(0),
    channelSegment: integer('channel_segment').notNull().default(0),
    /** Ids of the measures that count the run, each between commas (`,3,7,`). Empty for a robot's run. */
    measures: text().notNull().default(''),
    /** Those of them that belong to the family `outcome`. The runs of a store have a few dozen different ones. */
    outcome: text().notNull().default(''),
    /**
     * State of the run before the events that arrived after its archived ones; null without such events. Reports of the
     * past begin with this state instead of the archived events.
     */
    archivedState: text('archived_state', { mode: 'json' }),
  },
  (table) => [
    // The index ends with `last_position`. A report as of a past position can therefore find the runs with events after
    // that position in the index alone.
    index('runs_day').on(table.generation, table.day, table.startedAt, table.lastPosition),
    // Contains every column by which counted runs are selected, because each row of the table takes most of a page with
    // its state. PostgreSQL needs no such index: it keeps large states apart from the rows, and it would refuse a run
    // with more measures than fit in an entry of an index.
    index('runs_counted')
      .on(
        table.generation,
        table.day,
        table.startedAt,
        table.lastPosition,
        table.funnel,
        table.version,
        table.status,
        table.segment,
        table.visitorSegment,
        table.osSegment,
        table.entrySegment,
        table.hourSegment,
        table.channelSegment,
        table.measures,
        table.runId,
      )
      .where(sql`measures <> ''`),
    // Most reports that count run by run read only the outcome. This index has a quarter of the size of `runs_counted`.
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
    work: text().$type<OrderWork>(),
    visitor: text().$type<OrderRow['visitor']>().notNull().default('person'),
    netCents: integer('net_cents').notNull().default(0),
    payment: text().$type<OrderRow['payment']>().notNull().default('none'),
    lastPosition: integer('last_position').notNull().default(0),
    paidAt: integer('paid_at'),
    startFunnel: text('start_funnel').notNull().default(''),
    startDay: text('start_day').notNull().default(''),
  },
  (table) => [
    uniqueIndex('orders_order').on(table.generation, table.orderId),
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
    index('orders_number').on(table.generation, table.number),
    index('orders_declared')
      .on(table.generation, table.orderId)
      .where(sql`status = 'withdrawal_declared'`),
    index('orders_work')
      .on(table.generation, table.work, table.at)
      .where(sql`work IS NOT NULL`),
    index('orders_unsent')
      .on(table.generation, table.paidAt)
      .where(sql`status IN ('paid', 'submitted')`),
  ],
)

/**
 * Combinations of values by which reports filter. In other tables, segment number 0 is the total of all
 * segments. Rows are never removed.
 */
export const segments = sqliteTable(
  'segments',
  {
    segment: integer().primaryKey(),
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

/** Names of the measures, each with its number. Rows are never removed. */
export const measures = sqliteTable(
  'measures',
  { measure: integer().primaryKey(), name: text().notNull() },
  (table) => [uniqueIndex('measures_name').on(table.name)],
)

/**
 * WITHOUT ROWID. Numbers of runs for the drop-off reports. A report without a filter reads the rows of segment 0, which
 * are adjacent in the primary key. `counts` contains all measures of one family and day (measure-counts.ts). A report
 * over 90 days therefore reads hundreds of rows instead of hundreds of thousands.
 */
export const dropOff = sqliteTable(
  'drop_off',
  {
    generation: integer().notNull(),
    funnel: text().notNull(),
    segment: integer().notNull(),
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
export const countedDays = sqliteTable(
  'counted_days',
  {
    generation: integer().notNull(),
    day: text().notNull(),
    /** Checkpoint after the last change to a run or a count of the day. */
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.day] })],
)

/** WITHOUT ROWID. Runs, orders and revenue credited to each key, for the attribution reports. */
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
    netRevenueCents: integer('net_revenue_cents').notNull().default(0),
  },
  (table) => [
    primaryKey({
      columns: [table.generation, table.model, table.dimension, table.day, table.funnel, table.key],
    }),
  ],
)

/**
 * WITHOUT ROWID. Keys that have a separate row in the reports of a day. All other keys are counted as `(other)`. The
 * number of keys per day and dimension is limited (report-keys.ts).
 */
export const reportKeys = sqliteTable(
  'report_keys',
  {
    generation: integer().notNull(),
    day: text().notNull(),
    key: text().notNull(),
    dimension: text().$type<ReportKey['dimension']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.day, table.key, table.dimension] })],
)

/**
 * Messages to all destinations. A message about an event refers to it by position, run, type and sequence, and gets its
 * content when it is sent. The row of any other message contains the content.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    destination: text().$type<OutboxRow['destination']>().notNull(),
    position: integer(),
    runId: text('run_id'),
    eventType: text('event_type'),
    sequence: integer(),
    messageId: text('message_id').notNull(),
    /** Encrypted. Always null for a message about an event; null for other messages after delivery or discarding. */
    content: blob({ mode: 'buffer' }),
    state: text().$type<OutboxRow['state']>().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    leasedUntil: integer('leased_until'),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [
    uniqueIndex('outbox_event').on(table.destination, table.position),
    uniqueIndex('outbox_message')
      .on(table.messageId)
      .where(sql`position IS NULL`),
    index('outbox_due')
      .on(table.destination, table.nextAttemptAt)
      .where(sql`state = 'pending'`),
    index('outbox_pending')
      .on(table.runId, table.destination, table.position)
      .where(sql`state = 'pending'`),
    index('outbox_held')
      .on(table.runId)
      .where(sql`state = 'held'`),
    index('outbox_state').on(table.destination, table.state),
  ],
)

export const outboxAttempts = sqliteTable(
  'outbox_attempts',
  {
    id: integer().primaryKey(),
    outboxId: integer('outbox_id')
      .notNull()
      .references(() => outbox.id),
    number: integer().notNull(),
    startedAt: integer('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    status: integer(),
    error: text(),
  },
  (table) => [index('outbox_attempts_message').on(table.outboxId)],
)

/**
 * WITHOUT ROWID. Number of messages by destination and state. Triggers update it, so that no query has to count
 * messages.
 */
export const outboxCounts = sqliteTable(
  'outbox_counts',
  {
    destination: text().$type<OutboxRow['destination']>().notNull(),
    state: text().$type<OutboxRow['state']>().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.destination, table.state] })],
)

/**
 * WITHOUT ROWID. E-mails whose number per recipient is limited, for example acknowledgements of receipt. Rows are
 * removed after two days.
 */
export const acknowledgements = sqliteTable(
  'acknowledgements',
  {
    /** Id of the e-mail. */
    id: text().primaryKey().notNull(),
    /** Keyed hash of the e-mail address. The hash of an address is different each day. */
    recipient: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index('acknowledgements_at').on(table.at)],
)

/** WITHOUT ROWID. Destinations to which nothing is sent at present, with the reason. */
export const stoppedDestinations = sqliteTable('stopped_destinations', {
  destination: text().$type<OutboxRow['destination']>().primaryKey().notNull(),
  code: text().$type<StopCode>().notNull(),
  at: integer().notNull(),
})

/** WITHOUT ROWID. Open sessions of people who read the reports or process orders. The id is a hash of the session cookie. */
export const sessions = sqliteTable('sessions', {
  id: text().primaryKey().notNull(),
  subject: text().notNull(),
  role: text().$type<Session['role']>().notNull(),
  credential: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
})

/**
 * Drafts that wait for another device; see `HandoverStore`. The ciphertext is removed when it is read. It is the last
 * column, because SQLite reads a large value to reach the columns after it.
 */
export const handovers = sqliteTable('handovers', {
  runId: text('run_id').primaryKey().notNull(),
  idHash: text('id_hash').notNull().unique(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  ciphertext: blob({ mode: 'buffer' }),
})

/** WITHOUT ROWID. The last number given of each range and year (see `Numbering`). */
export const numberRanges = sqliteTable(
  'number_ranges',
  {
    range: text().$type<NumberRange>().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.range, table.year] })],
)

/** The frozen documents of orders, each encrypted with the run's data key of `class`. */
export const documents = sqliteTable(
  'documents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    runId: text('run_id').notNull(),
    kind: text().$type<DocumentKind>().notNull(),
    version: integer().notNull(),
    class: text().$type<DataClass>().notNull(),
    sha256: text().notNull(),
    pages: integer().notNull(),
    bytes: integer().notNull(),
    template: integer().notNull(),
    frozenAt: integer('frozen_at').notNull(),
    ciphertext: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [uniqueIndex('documents_document').on(table.runId, table.kind, table.version)],
)

/** What operators did: logins, looks at personal data and commands. Entries are kept for a year. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    operator: text().notNull(),
    action: text().notNull(),
    orderId: text('order_id'),
    detail: text(),
  },
  (table) => [index('audit_at').on(table.at), index('audit_order').on(table.orderId)],
)

/** Every version of the texts that were offered for acceptance with an order (see `TextStore`). */
export const texts = sqliteTable('texts', {
  sha256: text().primaryKey().notNull(),
  name: text().notNull(),
  content: text().notNull(),
  firstSeenAt: integer('first_seen_at').notNull(),
})

/** WITHOUT ROWID. Named users of the staff (see `UserStore`). */
export const users = sqliteTable('users', {
  id: text().primaryKey().notNull(),
  emailHash: text('email_hash').notNull().unique(),
  sealed: blob({ mode: 'buffer' }).notNull(),
  role: text().$type<UserRole>().notNull(),
  state: text().$type<UserState>().notNull(),
  passwordHash: text('password_hash'),
  /** Incremented by everything that ends the sessions of the user. */
  version: integer().notNull(),
  linkHash: text('link_hash'),
  linkExpiresAt: integer('link_expires_at'),
  /** Hash of the account at the provider of OpenID Connect (see `UserStore.bindIdentity`). */
  identityHash: text('identity_hash').unique(),
  createdAt: integer('created_at').notNull(),
  lastLoginAt: integer('last_login_at'),
})

/** WITHOUT ROWID. Sessions of named users. `version` is that of the user at the login. */
export const userSessions = sqliteTable(
  'user_sessions',
  {
    hash: text().primaryKey().notNull(),
    id: text().notNull().unique(),
    userId: text('user_id').notNull(),
    version: integer().notNull(),
    device: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
  },
  (table) => [index('user_sessions_user').on(table.userId)],
)

/** WITHOUT ROWID. Tokens of scripts and shared links (see `AccessTokenStore`). */
export const accessTokens = sqliteTable('access_tokens', {
  id: text().primaryKey().notNull(),
  hash: text().notNull().unique(),
  kind: text().$type<AccessToken['kind']>().notNull(),
  name: text().notNull(),
  scope: text().notNull(),
  userId: text('user_id'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  lastUsedAt: integer('last_used_at'),
})

/** WITHOUT ROWID. What an admin has decided about access, such as that shared passwords are turned off. */
export const accessSettings = sqliteTable('access_settings', {
  name: text().primaryKey().notNull(),
  value: text().notNull(),
})

/** WITHOUT ROWID. Views of the reports that users have saved (see `SavedViewStore`). */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: text().primaryKey().notNull(),
    userId: text('user_id').notNull(),
    name: text().notNull(),
    path: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.name)],
)
