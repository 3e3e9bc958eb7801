import type { StoredEvent } from '#domain/stored-event.ts'
import type { Received } from './receiver.ts'
import type { LoadRecord } from './record.ts'

export type LoggedEvent = Pick<StoredEvent, 'position' | 'id' | 'runId' | 'type' | 'step'>

/** What the store holds. */
export interface Books {
  /** Head before the load. */
  base: number
  /** Every event after it, as it was read. */
  log: readonly LoggedEvent[]
  checkpoint: number
  /** How many of the log's runs and orders the projections know. */
  runs: number
  orders: number
}

export interface Evidence {
  /** What the load generator was told. */
  record: LoadRecord
  /** Absent when the service's data cannot be read from here. */
  books?: Books
  /** By webhook-id; absent when the messages go elsewhere. */
  received?: ReadonlyMap<string, Received>
  /** Whether nobody else wrote to the log meanwhile. */
  alone: boolean
}

/** One row of the table. It holds when there are no faults. */
export interface Finding {
  what: string
  expected: number
  found: number
  /** What is wrong, one line each. */
  faults: string[]
}

/** A row about so many things, each of which is right or is told as a fault. */
export function each(what: string, expected: number, faults: string[]): Finding {
  return { what, expected, found: expected - faults.length, faults }
}

export function equal(what: string, expected: number, found: number): Finding {
  return { what, expected, found, faults: expected === found ? [] : [`${found} instead of ${expected}`] }
}
