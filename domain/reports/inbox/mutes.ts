import type { MuteSubject, RecordedAlert } from '#domain/operations/alert.ts'
import type { OperationalEventOf } from '#domain/operations/operational-event.ts'

export type Mute = OperationalEventOf<'alert_muted'>
export type MuteEvent = Mute | OperationalEventOf<'alert_unmuted'>

/** A moment in the log: an instant in ms since the epoch, and the last position that counts. */
export interface Moment {
  at: number
  position: number
}

/** Returns the mutes that are in force at a moment. */
export function mutesAt(events: readonly MuteEvent[], { at, position }: Moment): Mute[] {
  const before = events.filter((event) => event.position <= position)
  const ended = new Set(before.flatMap((event) => (event.type === 'alert_unmuted' ? [event.data.mute] : [])))
  return before.filter(
    (event): event is Mute =>
      event.type === 'alert_muted' &&
      !ended.has(event.position) &&
      (event.data.until === null || event.data.until > at),
  )
}

/** Returns what is muted if an alert is: its subject, without the funnel if it has several. */
export function subjectToMute({
  kind,
  step,
  field,
  rule,
  funnels,
}: Pick<RecordedAlert, 'kind' | 'step' | 'field' | 'rule' | 'funnels'>): MuteSubject {
  return { kind, step, field, rule, funnel: funnels.length === 1 ? funnels[0]! : null }
}

/** Returns whether a mute covers an alert. An alert of several funnels is not covered by a mute of one of them. */
export function covers(muted: MuteSubject, alert: Parameters<typeof subjectToMute>[0]): boolean {
  const subject = subjectToMute(alert)
  const same = (name: 'step' | 'field' | 'rule' | 'funnel') =>
    muted[name] === null || muted[name] === subject[name]
  return muted.kind === alert.kind && same('step') && same('field') && same('rule') && same('funnel')
}

/** Returns the mute that covers an alert; of several, the one that ends last. */
export function muteOf(mutes: readonly Mute[], alert: Parameters<typeof subjectToMute>[0]): Mute | undefined {
  const end = ({ data }: Mute) => data.until ?? Infinity
  return mutes
    .filter(({ data }) => covers(data.subject, alert))
    .toSorted((a, b) => (end(a) === end(b) ? a.position - b.position : end(b) - end(a)))[0]
}
