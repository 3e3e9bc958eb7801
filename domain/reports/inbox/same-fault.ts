import type { AlertKind, RecordedAlert } from '#domain/operations/alert.ts'

/** What a fault is about, as alerts and the signals that they explain have it. */
interface About {
  kind: AlertKind
  step: number | null
  field: string | null
  /** Empty for all funnels, or if it belongs to none. */
  funnels: readonly string[]
}

/**
 * Returns whether two findings are about the same subject. The watch reports one fault at a time for it, of which the
 * funnels, the rule and the parts of the runs can change from hour to hour (see `faultKey`).
 */
export function isSameSubject(a: About, b: About): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'message') return a.field === b.field
  if (a.kind === 'delivery') return destinationOf(a) === destinationOf(b)
  if (a.kind !== 'loss') return true
  return a.step === b.step && shareFunnel(a.funnels, b.funnels)
}

/** Earlier versions watched only the webhook and did not name it. */
const destinationOf = ({ field }: Pick<About, 'field'>) => field ?? 'webhook'

function shareFunnel(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || a.some((funnel) => b.includes(funnel))
}

/** Returns whether two findings can be the same fault: they are about the same subject, and their times overlap. */
export function isSameFault(a: RecordedAlert, b: RecordedAlert): boolean {
  if (a.kind === 'receiver_stopped' || b.kind === 'receiver_stopped') return a.id === b.id
  return isSameSubject(a, b) && overlap(a, b)
}

/** Returns whether `cause` is listed as the cause of a fault. */
export function explains(cause: RecordedAlert, fault: RecordedAlert): boolean {
  return (
    overlap(cause, fault) &&
    cause.explains.some(({ funnel, ...one }) =>
      isSameSubject({ ...one, funnels: funnel === null ? [] : [funnel] }, fault),
    )
  )
}

type Span = Pick<RecordedAlert, 'startedAt' | 'lastAt'>

const isBefore = ({ lastAt }: Span, { startedAt }: Span) =>
  lastAt !== null && Date.parse(lastAt) <= Date.parse(startedAt)

function overlap(a: Span, b: Span): boolean {
  return !isBefore(a, b) && !isBefore(b, a)
}
