import { isWithdrawn } from '#domain/operations/alert.ts'
import type { OperationalEvent, OperationalEventOf } from '#domain/operations/operational-event.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import { type DailyCounts, effectOn } from './effect.ts'
import type { Noticed } from './noticed.ts'
import type { Annotation, AnnotationsReport } from './shape.ts'

/**
 * Types of events from which annotations are made. An alert that was closed because its fault was not found any more has
 * none; both of its events have the day of its begin.
 */
export const annotatedTypes = [
  'released',
  'receiver_stopped',
  'receiver_resumed',
  'annotated',
  'annotation_removed',
  'alert_opened',
  'alert_closed',
] as const satisfies OperationalEvent['type'][]

export type AnnotatedEvent = OperationalEventOf<(typeof annotatedTypes)[number]>

export interface AnnotationsData {
  asOfPosition: number
  /** Current day, or the day as of which the report is made. */
  today: string
  events: readonly AnnotatedEvent[]
  noticed: readonly Noticed[]
  counts: readonly DailyCounts[]
}

const maxAnnotations = 200

/** Returns the annotations of a range. With a funnel, leaves out those that are about another one. */
export function annotationsReport(
  { from, to }: DayRange,
  { funnel }: { funnel: string | undefined },
  { asOfPosition, today, events, noticed, counts }: AnnotationsData,
): AnnotationsReport {
  const found = [...fromEvents(events), ...noticed.map(fromNoticed)]
    .filter(({ day }) => day >= from && day <= to)
    .filter((one) => funnel === undefined || one.funnel === null || one.funnel === funnel)
    .toSorted((a, b) => compare(a.day, b.day) || compare(a.id, b.id))
  return {
    from,
    to,
    timezone: 'Europe/Berlin',
    asOfPosition,
    annotations: found.slice(-maxAnnotations).map((one) => ({
      ...one,
      effect: effectOn(one.day, counts, { today, funnel: funnel ?? one.funnel }),
    })),
  }
}

type WithoutEffect = Omit<Annotation, 'effect'>

function fromEvents(events: readonly AnnotatedEvent[]): WithoutEffect[] {
  const removed = new Set(
    events.flatMap((event) => (event.type === 'annotation_removed' ? [event.data.annotation] : [])),
  )
  const withdrawn = new Set(
    events.flatMap((event) =>
      event.type === 'alert_closed' && isWithdrawn(event.data.reason) ? [event.data.opened] : [],
    ),
  )
  return events.flatMap((event): WithoutEffect[] => {
    const common = { id: String(event.position), day: event.day, position: event.position }
    const empty = { title: null, text: null, subject: null, funnel: null, alert: null }
    if (event.type === 'alert_opened')
      return withdrawn.has(event.once) ? [] : [{ ...common, ...empty, ...alertOf(event) }]
    if (event.type === 'alert_closed')
      return event.data.reason === 'over' ? [{ ...common, ...empty, ...alertOf(event) }] : []
    if (event.type === 'annotation_removed' || removed.has(event.position)) return []
    if (event.type === 'annotated') {
      const { title, text = null, funnel = null, source } = event.data
      return [{ ...common, ...empty, kind: source === 'deploy' ? 'deploy' : 'note', title, text, funnel }]
    }
    // Nothing changed with the first release.
    if (event.type === 'released' && event.data.isFirst) return []
    if (event.type === 'released')
      return [{ ...common, ...empty, kind: 'release', subject: event.data.version }]
    return [{ ...common, ...empty, kind: event.type, subject: event.data.destination }]
  })
}

function alertOf({ type, data: { alert } }: OperationalEventOf<'alert_opened' | 'alert_closed'>) {
  const { kind, step, field, rule, funnels, lostRevenueCents } = alert
  return {
    kind: type,
    subject: kind,
    funnel: funnels.length === 1 ? funnels[0]! : null,
    alert: { kind, step, field, rule, funnels, lostRevenueCents },
  }
}

function fromNoticed({ kind, day, subject, funnel }: Noticed): WithoutEffect {
  const id = [kind, funnel ?? '', subject, day].join(':')
  return { id, kind, day, title: null, text: null, subject, funnel, alert: null, position: null }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
