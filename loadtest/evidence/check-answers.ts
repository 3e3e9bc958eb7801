import { type Finding, type LoggedEvent, each } from './evidence.ts'
import type { Acknowledged, LoadRecord } from '#loadtest/journey/record.ts'

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
      ...silent.map(({ id, type }) => `${type} ${id} got no response`),
    ],
  }
}

/** Checks without the store that no event got two positions and no position was given to two events. */
export function answersAgree({ acknowledged }: LoadRecord): Finding {
  const owners = new Map<number, string>()
  const positions = new Map<string, number>()
  const faults = acknowledged.flatMap(({ id, type, position, status }) => {
    const before = positions.get(id) ?? position
    positions.set(id, before)
    if (before !== position) return [`${type} ${id} got position ${before} and position ${position}`]
    if (status !== 'stored') return []
    const owner = owners.get(position)
    owners.set(position, id)
    return owner === undefined ? [] : [`position ${position} was given to ${owner} and to ${id}`]
  })
  return each('consistent positions', acknowledged.length, faults)
}

export function stored({ acknowledged }: LoadRecord, log: readonly LoggedEvent[]): Finding {
  const places = Map.groupBy(log, ({ id }) => id)
  const promised = acknowledged.filter(({ status }) => status === 'stored')
  const faults = promised.flatMap(({ id, type, position }) => {
    const found = (places.get(id) ?? []).map((event) => event.position)
    if (found.length === 1 && found[0] === position) return []
    const where = found.length > 0 ? `at ${found.join(' and ')}` : 'nowhere'
    return [`${type} ${id} was stored at ${position} according to its result and is ${where}`]
  })
  return each('stored = in the log once, at that position', promised.length, faults)
}

/** Checks that the position of each duplicate is that of the event it repeats. */
export function duplicates({ acknowledged }: LoadRecord, at: ByPosition): Finding {
  const claimed = acknowledged.filter(({ status }) => status === 'duplicate')
  const faults = claimed
    .filter((result) => !repeats(result, at))
    .map(({ id, type, position }) => {
      const first = at.get(position)
      const what = first ? `a ${first.type} of run ${first.runId}` : 'no event'
      return `${type} ${id} is a duplicate of ${position} according to its result, which is ${what}`
    })
  return each('duplicates = repeats of a stored event', claimed.length, faults)
}

/** Returns whether the event at that position is the same one or has the same type and step in the same run. */
function repeats(result: Acknowledged, at: ByPosition): boolean {
  const first = at.get(result.position)
  if (!first || first.id === result.id) return first !== undefined
  return first.runId === result.runId && first.type === result.type && first.step === result.step
}

/** Checks that every acknowledged id is in the log or was suppressed as a duplicate of a stored event. */
export function conserved({ acknowledged }: LoadRecord, at: ByPosition): Finding {
  const ids = new Map(acknowledged.map((result) => [result.id, result]))
  const inLog = new Set([...at.values()].map(({ id }) => id))
  const lost = [...ids.values()].filter(
    (result) => !inLog.has(result.id) && (result.status === 'stored' || !repeats(result, at)),
  )
  return each(
    'acknowledged = stored + duplicates',
    ids.size,
    lost.map(({ id, type }) => `${type} ${id} was acknowledged and is neither in the log nor a duplicate`),
  )
}

const byTheService: ReadonlySet<string> = new Set([
  'lapsed',
  'paid',
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
  'converted',
  'erased',
])

/** Checks that the log has no event that was never sent. Events without a response may be in it. */
export function nothingElse({ acknowledged, unanswered }: LoadRecord, log: readonly LoggedEvent[]): Finding {
  const known = new Set([...acknowledged, ...unanswered].map(({ id }) => id))
  const ofVisitors = log.filter(({ type }) => !byTheService.has(type))
  const strangers = ofVisitors.filter(({ id }) => !known.has(id))
  return each(
    'in the log = sent',
    ofVisitors.length,
    strangers.map(({ id, type, position }) => `${type} ${id} at ${position} was never sent`),
  )
}
