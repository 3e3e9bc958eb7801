import type { QueryConfig } from 'pg'
import type { Batch } from '#db/log/append-batch.ts'
import type { BatchKeys } from '#db/keys/batch-keys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { partOf } from '#db/postgres/keys/partitions.ts'
import { bigints, byteas, ints, jsons, texts } from '#db/postgres/connection/binary-array.ts'
import { type EncodedRows, encodeRows, isEncoded } from './encode-rows.ts'

/** The statement that writes all rows of an append, with one array parameter per column. */
const text = `
  WITH
  log AS (
    INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step,
      occurred_at, sent_at, received_at, at, data, facts, meta)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::int[],
      $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::json[], $14::json[], $15::json[])),
  vault AS (
    INSERT INTO personal_data (position, run_id, ciphertext, class)
    SELECT * FROM unnest($16::bigint[], $17::text[], $18::bytea[], $19::text[])),
  keys AS (
    INSERT INTO data_keys (part, run_id, class, wrapped, position)
    SELECT * FROM unnest($38::int[], $39::text[], $40::text[], $41::bytea[], $42::bigint[])),
  addresses AS (
    INSERT INTO email_hmacs (part, position, run_id, hmac)
    SELECT * FROM unnest($43::int[], $44::bigint[], $45::text[], $46::bytea[])),
  names AS (
    INSERT INTO name_hmacs (part, position, run_id, word, hmac)
    SELECT * FROM unnest($47::int[], $48::bigint[], $49::text[], $50::int[], $51::bytea[])),
  once AS (
    INSERT INTO once_keys (key, position) SELECT * FROM unnest($20::text[], $21::bigint[])),
  contents AS (
    INSERT INTO fingerprints (fingerprint, position, expires_at)
    SELECT * FROM unnest($22::text[], $23::bigint[], $24::bigint[])
    ON CONFLICT (fingerprint) DO UPDATE SET position = excluded.position, expires_at = excluded.expires_at),
  suppressed AS (
    INSERT INTO suppressed_ids (id, position, forget_at) SELECT * FROM unnest($25::text[], $26::bigint[], $27::bigint[])
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, forget_at = excluded.forget_at),
  refused AS (
    INSERT INTO rejected_events (received_at, type, funnel, issues, state, run_id, event_id, facts, ciphertext)
    SELECT * FROM unnest($28::bigint[], $29::text[], $30::text[], $31::json[], $52::text[], $53::text[], $54::text[],
      $55::json[], $56::bytea[])),
  replayed AS (
    UPDATE rejected_events AS rejected
    SET state = done.state, position = done.position, event_id = NULL, facts = NULL, ciphertext = NULL
    FROM unnest($57::bigint[], $58::text[], $59::bigint[]) AS done (id, state, position) WHERE rejected.id = done.id),
  used AS (
    INSERT INTO run_usage AS usage (run_id, events, bytes) SELECT * FROM unnest($35::text[], $36::int[], $37::bigint[])
    ON CONFLICT (run_id) DO UPDATE
    SET events = usage.events + excluded.events, bytes = usage.bytes + excluded.bytes)
  INSERT INTO daily_counters AS counter (day, name, count)
  SELECT * FROM unnest($32::text[], $33::text[], $34::bigint[])
  ON CONFLICT (day, name) DO UPDATE SET count = counter.count + excluded.count`

/**
 * Returns the statement that writes a batch. `held` contains the data keys of the runs in the batch, `prepared` the
 * rows of the request. Rows are encoded again only if some are not stored or have been given a number.
 */
export function storeBatch(
  batch: Batch,
  { keys, held, prepared }: { keys: DataKeys; held: BatchKeys; prepared: EncodedRows },
): QueryConfig {
  const { stored, suppressed, contents, usage, rejected, replayed, counts, head } = batch
  const rows = stored.map(({ row }) => row)
  const { log, ...encoded } = isEncoded(prepared, rows) ? prepared : encodeRows(rows, keys)
  const personal = stored.filter(({ row }) => row.personal !== null)
  const sealed = personal.map(({ row, position }) => held.seal(row, position))
  const addresses = personal.filter(({ row }) => row.email !== null)
  const names = personal.flatMap(({ row, position }) => (row.names ?? []).map(() => position))
  const sealedContents = rejected.map(({ content }) => (content ? held.sealRejected(content, head) : null))
  const once = stored.filter(({ row }) => row.once !== null)
  return {
    name: 'append-batch',
    text,
    values: [
      bigints(stored.map(({ position }) => position)),
      ...log,
      bigints(personal.map(({ position }) => position)),
      encoded.personal.runs,
      byteas(sealed),
      encoded.personal.classes,
      texts(once.map(({ row }) => row.once)),
      bigints(once.map(({ position }) => position)),
      texts([...contents.keys()]),
      bigints([...contents.values()].map(({ position }) => position)),
      bigints([...contents.values()].map(({ expiresAt }) => expiresAt)),
      texts(suppressed.map(({ id }) => id)),
      bigints(suppressed.map(({ position }) => position)),
      bigints(suppressed.map(({ forgetAt }) => forgetAt)),
      bigints(rejected.map(({ receivedAt }) => receivedAt)),
      texts(rejected.map(({ type }) => type)),
      texts(rejected.map(({ funnel }) => funnel)),
      jsons(rejected.map(({ issues }) => JSON.stringify(issues))),
      texts(counts.map(({ day }) => day)),
      texts(counts.map(({ name }) => name)),
      bigints(counts.map(({ change }) => change)),
      texts([...usage.keys()]),
      ints([...usage.values()].map(({ events }) => events)),
      bigints([...usage.values()].map(({ bytes }) => bytes)),
      ints(held.created.map(({ runId }) => partOf(runId))),
      texts(held.created.map(({ runId }) => runId)),
      texts(held.created.map(({ dataClass }) => dataClass)),
      byteas(held.created.map(({ wrapped }) => wrapped)),
      bigints(held.created.map(({ position }) => position)),
      encoded.addresses.parts,
      bigints(addresses.map(({ position }) => position)),
      encoded.addresses.runs,
      encoded.addresses.hmacs,
      encoded.names.parts,
      bigints(names),
      encoded.names.runs,
      encoded.names.words,
      encoded.names.hmacs,
      texts(rejected.map(({ state }) => state)),
      texts(rejected.map(({ content }) => content?.runId ?? null)),
      texts(rejected.map(({ content }) => content?.eventId ?? null)),
      jsons(rejected.map(({ content }) => content?.facts ?? null)),
      byteas(sealedContents),
      bigints(replayed.map(({ rejection }) => rejection)),
      texts(replayed.map(({ state }) => state)),
      bigints(replayed.map(({ position }) => position)),
    ],
  }
}
