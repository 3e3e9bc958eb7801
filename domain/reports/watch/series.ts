/** Number of slots of a day and of a week. A slot is an hour of a Berlin day; slot 0 begins at midnight of the first day. */
export const slotsPerDay = 24
export const slotsPerWeek = 7 * slotsPerDay

/**
 * What is watched:
 *
 * - `rejected`: events that the service rejected, of those that it received
 * - `message`: runs in which a rule rejected a field, of those that came to its step; `funnel` is null for all funnels
 * - `loss`: runs that were lost at a step, of those that passed it or were lost
 * - `tracking`: orders before which events are missing, of all orders
 * - `delivery`: messages to a receiver that failed, of all that were attempted
 * - `runs`, `orders`: the number of those that began; fewer than usual are a fault
 */
export type WatchKind = 'rejected' | 'message' | 'loss' | 'tracking' | 'delivery' | 'runs' | 'orders'

export interface Subject {
  kind: WatchKind
  funnel: string | null
  step: number | null
  field: string | null
  rule: string | null
}

export const slicedDimensions = ['device', 'browser', 'channel', 'campaign'] as const

/** A part of the runs. */
export interface Slice {
  dimension: (typeof slicedDimensions)[number]
  value: string
}

export interface WatchedSeries {
  subject: Subject
  /** Null for all runs. */
  slice: Slice | null
  /** With `day`, the counts of a whole day are in its last slot. */
  per: 'hour' | 'day'
  /** By slot. Of `runs` and `orders`, only `hits` are used. */
  all: Float64Array
  /** At most `all`. */
  hits: Float64Array
}

export function subjectOf(kind: WatchKind, rest: Partial<Omit<Subject, 'kind'>> = {}): Subject {
  return { kind, funnel: null, step: null, field: null, rule: null, ...rest }
}

/** Returns a text that identifies a subject. */
export function subjectKey({ kind, funnel, step, field, rule }: Subject): string {
  return JSON.stringify([kind, funnel, step, field, rule])
}

/**
 * Returns the key under which signals belong to one fault at a time: a field, whatever the funnel and rule are, or a step
 * of a funnel, whatever the device, browser, channel and campaign are.
 */
export function faultKey({ kind, funnel, step, field }: Subject): string {
  if (kind === 'message') return JSON.stringify([kind, field])
  return kind === 'loss' ? JSON.stringify([kind, funnel, step]) : kind
}

/** Returns whether fewer than usual are a fault. */
export function isCount({ kind }: Subject): boolean {
  return kind === 'runs' || kind === 'orders'
}
