import { type Finding, type LoggedEvent, itemFinding } from './evidence.ts'
import { serviceEventTypes } from '#domain/events/stored-event.ts'
import type { Acknowledged, LoadRecord } from '#loadtest/journey/record.ts'

type ByPosition = ReadonlyMap<number, LoggedEvent>

/** Checks that every event that was sent was acknowledged, either when it was first sent or when it was sent again. */
export function checkAcknowledged({ acknowledged, rejected, unanswered }: LoadRecord): Finding {
  const ids = new Set([...acknowledged, ...rejected, ...unanswered].map(({ id }) => id))
  const acknowledgedIds = new Set(acknowledged.map(({ id }) => id))
  const withoutResponse = unanswered.filter(({ id }) => !acknowledgedIds.has(id))
  return {
    what: 'sent = acknowledged',
    expected: ids.size,
    found: acknowledgedIds.size,
    faults: [
      ...rejected.map(({ id, type, message }) => `${type} ${id} was rejected: ${message}`),
      ...withoutResponse.map(({ id, type }) => `${type} ${id} got no response`),
    ],
  }
}

/**
 * Checks that the results from the service are consistent: no event has two positions, and no position has two events.
 */
export function checkPositions({ acknowledged }: LoadRecord): Finding {
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
  return itemFinding('consistent positions', acknowledged.length, faults)
}

/** Checks that every event whose result is `stored` is in the log exactly once, at the position named in the result. */
export function checkStored({ acknowledged }: LoadRecord, log: readonly LoggedEvent[]): Finding {
  const places = Map.groupBy(log, ({ id }) => id)
  const reported = acknowledged.filter(({ status }) => status === 'stored')
  const faults = reported.flatMap(({ id, type, position }) => {
    const found = (places.get(id) ?? []).map((event) => event.position)
    if (found.length === 1 && found[0] === position) return []
    const where = found.length > 0 ? `at ${found.join(' and ')}` : 'nowhere'
    return [`${type} ${id} was stored at ${position} according to its result and is ${where}`]
  })
  return itemFinding('stored = in the log once, at that position', reported.length, faults)
}

/** Checks that the position in each `duplicate` result is the position of the stored event that was repeated. */
export function checkDuplicates({ acknowledged }: LoadRecord, at: ByPosition): Finding {
  const reported = acknowledged.filter(({ status }) => status === 'duplicate')
  const faults = reported
    .filter((result) => !repeats(result, at))
    .map(({ id, type, position }) => {
      const first = at.get(position)
      const what = first ? `a ${first.type} of run ${first.runId}` : 'no event'
      return `${type} ${id} is a duplicate of ${position} according to its result, which is ${what}`
    })
  return itemFinding('duplicates = repeats of a stored event', reported.length, faults)
}

/**
 * Returns whether a result belongs to the event that is stored at the result's position. Both must have the same id, or
 * the same run, type and step.
 */
function repeats(result: Acknowledged, at: ByPosition): boolean {
  const first = at.get(result.position)
  if (!first || first.id === result.id) return first !== undefined
  return first.runId === result.runId && first.type === result.type && first.step === result.step
}

/** Checks that every acknowledged event is in the log, or is a duplicate of an event in the log. */
export function checkConserved({ acknowledged }: LoadRecord, at: ByPosition): Finding {
  const ids = new Map(acknowledged.map((result) => [result.id, result]))
  const inLog = new Set([...at.values()].map(({ id }) => id))
  const lost = [...ids.values()].filter(
    (result) => !inLog.has(result.id) && (result.status === 'stored' || !repeats(result, at)),
  )
  return itemFinding(
    'acknowledged = stored + duplicates',
    ids.size,
    lost.map(({ id, type }) => `${type} ${id} was acknowledged and is neither in the log nor a duplicate`),
  )
}

/** Types of events that the service adds itself. */
const serviceEvents: ReadonlySet<string> = new Set(serviceEventTypes)

/**
 * Checks that every visitor event in the log was sent by the load generator. Events that got no response may also be in
 * the log.
 */
export function checkNothingElse(
  { acknowledged, unanswered }: LoadRecord,
  log: readonly LoggedEvent[],
): Finding {
  const known = new Set([...acknowledged, ...unanswered].map(({ id }) => id))
  const visitorEvents = log.filter(({ type }) => !serviceEvents.has(type))
  const unknown = visitorEvents.filter(({ id }) => !known.has(id))
  return itemFinding(
    'in the log = sent',
    visitorEvents.length,
    unknown.map(({ id, type, position }) => `${type} ${id} at ${position} was never sent`),
  )
}
