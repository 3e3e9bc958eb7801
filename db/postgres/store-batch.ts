import type { QueryConfig } from 'pg'
import type { Rejection } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Batch } from './append.ts'
import { bigints, byteas, ints, jsons, texts } from './binary-array.ts'

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
  const rows = stored.map(({ row }) => row)
  const personal = stored.filter(({ row }) => row.personal !== null)
  const once = stored.filter(({ row }) => row.once !== null)
  // The last one of a batch stands, where the window is off.
  const contents = new Map(stored.map(({ row, position }) => [row.fingerprint, position]))
  contents.delete(null)
  return {
    name: 'append-batch',
    text,
    values: [
      bigints(stored.map(({ position }) => position)),
      texts(rows.map(({ id }) => id)),
      texts(rows.map(({ type }) => type)),
      texts(rows.map(({ funnel }) => funnel)),
      ints(rows.map(({ funnelVersion }) => funnelVersion)),
      texts(rows.map(({ runId }) => runId)),
      texts(rows.map(({ sessionId }) => sessionId)),
      ints(rows.map(({ step }) => step)),
      bigints(rows.map(({ occurredAt }) => occurredAt)),
      bigints(rows.map(({ sentAt }) => sentAt)),
      bigints(rows.map(({ receivedAt }) => receivedAt)),
      bigints(rows.map(({ at }) => at)),
      jsons(rows.map(({ data }) => data)),
      jsons(rows.map(({ facts }) => facts)),
      jsons(rows.map(({ meta }) => meta)),
      bigints(personal.map(({ position }) => position)),
      texts(personal.map(({ row }) => row.runId)),
      byteas(personal.map(({ row, position }) => cipher.seal({ runId: row.runId, position }, row.personal!))),
      byteas(personal.map(({ row }) => (row.email === null ? null : cipher.emailHmac(row.email)))),
      texts(once.map(({ row }) => row.once)),
      bigints(once.map(({ position }) => position)),
      texts([...contents.keys()]),
      bigints([...contents.values()]),
      expiresAt,
      texts(suppressed.map(({ id }) => id)),
      bigints(suppressed.map(({ position }) => position)),
      bigints(suppressed.map(({ forgetAt }) => forgetAt)),
      bigints(rejected.map(({ receivedAt }) => receivedAt)),
      texts(rejected.map(({ type }) => type)),
      texts(rejected.map(({ funnel }) => funnel)),
      jsons(rejected.map(({ issues }) => JSON.stringify(issues))),
      day,
      texts(Object.keys(counts)),
      bigints(Object.values(counts)),
    ],
  }
}
