import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { Received } from './receiver.ts'
import type { LoadRecord } from '#loadtest/journey/record.ts'

export type LoggedEvent = Pick<StoredEvent, 'position' | 'id' | 'runId' | 'type' | 'step'>

/** The contents of the store. */
export interface Books {
  /** Last position before the load. */
  base: number
  /** Every event after `base`, in the order of reading. */
  log: readonly LoggedEvent[]
  checkpoint: number
  /** Number of the log's runs and orders that are projected. */
  runs: number
  orders: number
}

export interface Evidence {
  /** Results that the load generator received. */
  record: LoadRecord
  /** Absent if the service's store is not accessible. */
  books?: Books
  /** Messages by webhook-id; absent if they are sent to another receiver. */
  received?: ReadonlyMap<string, Received>
  /** Whether no other client wrote to the log during the load. */
  alone: boolean
}

/** One row of the table, passed if it has no faults. */
export interface Finding {
  what: string
  expected: number
  found: number
  /** One line for each fault. */
  faults: string[]
}

/** Returns a row about `count` items, each of which is correct or listed as a fault. */
export function each(what: string, expected: number, faults: string[]): Finding {
  return { what, expected, found: expected - faults.length, faults }
}

export function equal(what: string, expected: number, found: number): Finding {
  return { what, expected, found, faults: expected === found ? [] : [`${found} instead of ${expected}`] }
}
