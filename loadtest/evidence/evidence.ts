import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { Received } from './receiver.ts'
import type { LoadRecord } from '#loadtest/journey/record.ts'

export type LoggedEvent = Pick<StoredEvent, 'position' | 'id' | 'runId' | 'type' | 'step'>

/** The part of the store that was written during the load. */
export interface StoreContents {
  /** Last position of the log before the load. */
  base: number
  /** Every event after `base`, in log order. */
  log: readonly LoggedEvent[]
  /** Positions after `base` that operational events have, in order. */
  operational: readonly number[]
  checkpoint: number
  /** Number of runs in `log` that are projected. */
  runs: number
  /** Number of orders in `log` that are projected. */
  orders: number
  /** Number of runs that the service has excluded from the projections. */
  excluded: number
}

export interface Evidence {
  /** Results of the events, as the load generator received them. */
  record: LoadRecord
  /** Contents of the store; absent if the store of the service is not accessible. */
  contents?: StoreContents
  /** Webhook messages by `webhook-id`; absent if the service sends them to a receiver that is not part of the test. */
  received?: ReadonlyMap<string, Received>
  /** True if no other client wrote to the log during the load. */
  exclusive: boolean
}

/** Result of one check, shown as a row of the report. The check passed if there are no faults. */
export interface Finding {
  what: string
  expected: number
  found: number
  faults: string[]
}

/** Returns the finding of a check of `expected` items. There is one fault per incorrect item. */
export function itemFinding(what: string, expected: number, faults: string[]): Finding {
  return { what, expected, found: expected - faults.length, faults }
}

/** Returns the finding of a check that compares two numbers. */
export function countFinding(what: string, expected: number, found: number): Finding {
  return { what, expected, found, faults: expected === found ? [] : [`${found} instead of ${expected}`] }
}
