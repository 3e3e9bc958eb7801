import type { NewEventRow } from '#db/ports/new-event-row.ts'
import { ownerOf } from '#db/keys/batch-keys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { partOf } from '#db/postgres/keys/partitions.ts'
import { bigints, byteas, ints, jsons, texts } from '#db/postgres/connection/binary-array.ts'

/**
 * The columns of new rows that do not depend on their positions, as parameters of the statement that writes them. They
 * are encoded before the append lock is taken.
 */
export interface EncodedRows {
  rows: readonly NewEventRow[]
  /** Columns of `events`, from `id` to `meta`. */
  log: Buffer[]
  /** Columns of `personal_data`: run and class. */
  personal: { runs: Buffer; classes: Buffer }
  /** Columns of `email_hmacs`: partition, run and hash. */
  addresses: { parts: Buffer; runs: Buffer; hmacs: Buffer }
  /** Columns of `name_hmacs`: partition, run, number of the word in the name, and hash. */
  names: { parts: Buffer; runs: Buffer; words: Buffer; hmacs: Buffer }
}

export function encodeRows(rows: readonly NewEventRow[], keys: DataKeys): EncodedRows {
  const personal = rows.filter((row) => row.personal !== null)
  const addresses = personal.filter(({ email }) => email !== null)
  const names = personal.flatMap(({ runId, names: words }) =>
    (words ?? []).map((name, word) => ({ runId, word, name })),
  )
  return {
    rows,
    log: [
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
    ],
    personal: {
      runs: texts(personal.map(({ runId }) => runId)),
      classes: texts(personal.map((row) => ownerOf(row).dataClass)),
    },
    addresses: {
      parts: ints(addresses.map(({ runId }) => partOf(runId))),
      runs: texts(addresses.map(({ runId }) => runId)),
      hmacs: byteas(addresses.map(({ email }) => keys.emailHmac(email!))),
    },
    names: {
      parts: ints(names.map(({ runId }) => partOf(runId))),
      runs: texts(names.map(({ runId }) => runId)),
      words: ints(names.map(({ word }) => word)),
      hmacs: byteas(names.map(({ name }) => keys.nameHmac(name))),
    },
  }
}

/** Returns whether these rows are exactly the encoded ones, in the same order. */
export function isEncoded({ rows }: EncodedRows, stored: readonly NewEventRow[]): boolean {
  return stored.length === rows.length && stored.every((row, index) => row === rows[index])
}
