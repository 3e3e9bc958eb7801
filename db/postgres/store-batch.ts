import type { QueryConfig } from 'pg'
import type { NewEvent, Rejection } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Batch } from './append.ts'

interface Around {
  cipher: VaultCipher
  rejected: readonly Rejection[]
  day: string
  counts: Record<string, number>
  /** When the contents of this batch stop counting. */
  expiresAt: number
}

/** One statement for all that an append writes; a column is one array, however many rows there are. */
const text = `
  WITH
  log AS (
    INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
      occurred_at, sent_at, received_at, at, data, facts, meta)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::int[],
      $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::json[], $14::json[], $15::json[])),
  vault AS (
    INSERT INTO personal_data (position, run_id, ciphertext, email_hmac)
    SELECT * FROM unnest($16::bigint[], $17::text[], $18::bytea[], $19::bytea[])),
  once AS (
    INSERT INTO once_keys (key, position) SELECT * FROM unnest($20::text[], $21::bigint[])),
  contents AS (
    INSERT INTO fingerprints (fingerprint, position, expires_at)
    SELECT *, $24::bigint FROM unnest($22::text[], $23::bigint[])
    ON CONFLICT (fingerprint) DO UPDATE SET position = excluded.position, expires_at = excluded.expires_at),
  suppressed AS (
    INSERT INTO suppressed_ids (id, position, forget_at) SELECT * FROM unnest($25::text[], $26::bigint[], $27::bigint[])
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, forget_at = excluded.forget_at),
  refused AS (
    INSERT INTO rejected_events (received_at, type, funnel, issues)
    SELECT * FROM unnest($28::bigint[], $29::text[], $30::text[], $31::json[]))
  INSERT INTO daily_counters AS counter (day, name, count)
  SELECT $32::text, name, change FROM unnest($33::text[], $34::bigint[]) AS counted (name, change) WHERE change > 0
  ON CONFLICT (day, name) DO UPDATE SET count = counter.count + excluded.count`

export function storeBatch({ stored, suppressed }: Batch, around: Around): QueryConfig {
  const { cipher, rejected, day, counts, expiresAt } = around
  const events = stored.map(({ event }) => event)
  const personal = stored.filter(({ event }) => event.personal !== undefined)
  const once = stored.filter(({ event }) => event.once !== undefined)
  // The last one of a batch stands, where the window is off.
  const contents = new Map(stored.map(({ event, position }) => [event.fingerprint, position]))
  contents.delete(undefined)
  return {
    name: 'append-batch',
    text,
    values: [
      stored.map(({ position }) => position),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ funnel }) => funnel),
      events.map(({ funnelVersion }) => funnelVersion),
      events.map(({ runId }) => runId),
      events.map(({ sessionId }) => sessionId),
      events.map(({ step }) => step),
      events.map(({ occurredAt }) => occurredAt),
      events.map(({ sentAt }) => sentAt),
      events.map(({ receivedAt }) => receivedAt),
      events.map(({ at }) => at),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ facts }) => JSON.stringify(facts)),
      events.map(({ meta }) => JSON.stringify(meta)),
      personal.map(({ position }) => position),
      personal.map(({ event }) => event.runId),
      personal.map(({ event, position }) =>
        cipher.seal({ runId: event.runId, position }, JSON.stringify(event.personal)),
      ),
      personal.map(({ event }) => emailOf(event, cipher)),
      once.map(({ event }) => event.once),
      once.map(({ position }) => position),
      [...contents.keys()],
      [...contents.values()],
      expiresAt,
      suppressed.map(({ id }) => id),
      suppressed.map(({ position }) => position),
      suppressed.map(({ forgetAt }) => forgetAt),
      rejected.map(({ receivedAt }) => receivedAt),
      rejected.map(({ type }) => type),
      rejected.map(({ funnel }) => funnel),
      rejected.map(({ issues }) => JSON.stringify(issues)),
      day,
      Object.keys(counts),
      Object.values(counts),
    ],
  }
}

function emailOf({ personal }: NewEvent, cipher: VaultCipher): Buffer | null {
  const email = personal?.form?.['email']
  return typeof email === 'string' ? cipher.emailHmac(email) : null
}
