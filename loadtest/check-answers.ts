import { type Finding, type LoggedEvent, each } from './evidence.ts'
import type { Acknowledged, LoadRecord } from './record.ts'

type ByPosition = ReadonlyMap<number, LoggedEvent>

export function answered({ acknowledged, rejected, unanswered }: LoadRecord): Finding {
  const ids = new Set([...acknowledged, ...rejected, ...unanswered].map(({ id }) => id))
  const taken = new Set(acknowledged.map(({ id }) => id))
  const silent = unanswered.filter(({ id }) => !taken.has(id))
  return {
    what: 'sent = acknowledged',
    expected: ids.size,
    found: taken.size,
    faults: [
      ...rejected.map(({ id, type, message }) => `${type} ${id} was rejected: ${message}`),
      ...silent.map(({ id, type }) => `${type} ${id} was never answered`),
    ],
  }
}

/** What can be told without the store: no event has two positions, and no position was given to two events. */
export function answersAgree({ acknowledged }: LoadRecord): Finding {
  const owners = new Map<number, string>()
  const positions = new Map<string, number>()
  const faults = acknowledged.flatMap(({ id, type, position, status }) => {
    const before = positions.get(id) ?? position
    positions.set(id, before)
    if (before !== position)
      return [`${type} ${id} was answered with position ${before} and with ${position}`]
    if (status !== 'stored') return []
    const owner = owners.get(position)
    owners.set(position, id)
    return owner === undefined ? [] : [`position ${position} was given to ${owner} and to ${id}`]
  })
  return each('answers that agree', acknowledged.length, faults)
}

export function stored({ acknowledged }: LoadRecord, log: readonly LoggedEvent[]): Finding {
  const places = Map.groupBy(log, ({ id }) => id)
  const promised = acknowledged.filter(({ status }) => status === 'stored')
  const faults = promised.flatMap(({ id, type, position }) => {
    const found = (places.get(id) ?? []).map((event) => event.position)
    if (found.length === 1 && found[0] === position) return []
    const where = found.length > 0 ? `at ${found.join(' and ')}` : 'nowhere'
    return [`${type} ${id} was answered stored at ${position} and is ${where}`]
  })
  return each('answered stored = in the log, once, there', promised.length, faults)
}

/** A duplicate's position is that of the event that it repeats. */
export function duplicates({ acknowledged }: LoadRecord, at: ByPosition): Finding {
  const claimed = acknowledged.filter(({ status }) => status === 'duplicate')
  const faults = claimed
    .filter((answer) => !standsFor(answer, at))
    .map(({ id, type, position }) => {
      const first = at.get(position)
      const what = first ? `a ${first.type} of run ${first.runId}` : 'no event'
      return `${type} ${id} was answered duplicate of ${position}, which is ${what}`
    })
  return each('answered duplicate = stands for its first', claimed.length, faults)
}

/** Itself, or the same thing done in the same run. */
function standsFor(answer: Acknowledged, at: ByPosition): boolean {
  const first = at.get(answer.position)
  if (!first || first.id === answer.id) return first !== undefined
  return first.runId === answer.runId && first.type === answer.type && first.step === answer.step
}

/** Every id is in the log, or suppressed as the repeat of one that is. */
export function conserved({ acknowledged }: LoadRecord, at: ByPosition): Finding {
  const ids = new Map(acknowledged.map((answer) => [answer.id, answer]))
  const inLog = new Set([...at.values()].map(({ id }) => id))
  const lost = [...ids.values()].filter(
    (answer) => !inLog.has(answer.id) && (answer.status === 'stored' || !standsFor(answer, at)),
  )
  return each(
    'acknowledged = stored + duplicates',
    ids.size,
    lost.map(({ id, type }) => `${type} ${id} was acknowledged and is neither in the log nor a duplicate`),
  )
}

const byTheService: ReadonlySet<string> = new Set(['lapsed', 'paid', 'withdrawn', 'converted', 'erased'])

/** An event that was sent and never answered may be in the log; one that was never sent may not. */
export function nothingElse({ acknowledged, unanswered }: LoadRecord, log: readonly LoggedEvent[]): Finding {
  const known = new Set([...acknowledged, ...unanswered].map(({ id }) => id))
  const ofVisitors = log.filter(({ type }) => !byTheService.has(type))
  const strangers = ofVisitors.filter(({ id }) => !known.has(id))
  return each(
    'in the log = sent',
    ofVisitors.length,
    strangers.map(({ id, type, position }) => `${type} ${id} at ${position} was never sent or answered`),
  )
}
