import type { slicedDimensions } from '#domain/operations/alert.ts'

/** Number of hours of a day. Hours are numbered from midnight of the first day, as if all days had 24. */
export const hoursPerDay = 24

/**
 * What is watched:
 *
 * - `rejected`: events that the service rejected, of those that it received
 * - `message`: runs in which a rule rejected a field, of those that came to its step
 * - `loss`: runs that were lost at a step, of those that passed it or were lost
 * - `tracking`: orders before which events are missing, of all orders
 * - `delivery`: messages to a destination that failed or were late, of all that were attempted; `field` is the
 *   destination
 * - `runs`, `orders`: the number of those that began; fewer than usual are a fault
 *
 * Messages and losses are watched per funnel, and over all funnels together, where `funnel` is null.
 */
export type WatchKind = 'rejected' | 'message' | 'loss' | 'tracking' | 'delivery' | 'runs' | 'orders'

export interface Subject {
  kind: WatchKind
  funnel: string | null
  step: number | null
  field: string | null
  rule: string | null
}

/** A part of the runs. */
export interface Slice {
  dimension: (typeof slicedDimensions)[number]
  value: string
}

export interface WatchedSeries {
  subject: Subject
  /** Null for all runs. */
  slice: Slice | null
  per: Per
  /** By slot, which is an hour or a day. Of `runs` and `orders`, only `hits` are used. */
  all: Counts
  /** At most `all`. */
  hits: Counts
}

export type Counts = Uint32Array
export type Per = 'hour' | 'day'

/** Length of a slot in hours. */
export const slotHours: Readonly<Record<Per, number>> = { hour: 1, day: hoursPerDay }

export function subjectOf(kind: WatchKind, rest: Partial<Omit<Subject, 'kind'>> = {}): Subject {
  return { kind, funnel: null, step: null, field: null, rule: null, ...rest }
}

/** Returns a text that identifies a subject. */
export function subjectKey({ kind, funnel, step, field, rule }: Subject): string {
  return JSON.stringify([kind, funnel, step, field, rule])
}

/** Returns a text that identifies a series. All runs come before their slices. */
export function seriesKey({ subject, slice }: WatchedSeries): string {
  return `${slice ? 1 : 0} ${subjectKey(subject)} ${JSON.stringify(slice)}`
}

/**
 * Returns the key under which signals belong to one fault at a time: a field, whatever the funnel and rule are, or a step
 * of a funnel, whatever the device, browser, channel and campaign are, or a destination of messages.
 */
export function faultKey({ kind, funnel, step, field }: Subject): string {
  if (kind === 'message') return JSON.stringify([kind, field])
  if (kind === 'delivery') return JSON.stringify([kind, field])
  return kind === 'loss' ? JSON.stringify([kind, funnel, step]) : kind
}

/** Returns whether fewer than usual are a fault. */
export function isCount({ kind }: Subject): boolean {
  return kind === 'runs' || kind === 'orders'
}

/** Returns the subject of a message or a loss over all funnels. The steps of a field can differ between them. */
export function overAllFunnels(subject: Subject): Subject {
  return { ...subject, funnel: null, step: subject.kind === 'loss' ? subject.step : null }
}
