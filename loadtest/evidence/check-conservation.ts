import { isForwarded } from '#domain/outbox/webhook-message.ts'
import {
  checkAcknowledged,
  checkConserved,
  checkDuplicates,
  checkNothingElse,
  checkPositions,
  checkStored,
} from './check-results.ts'
import { type Evidence, type Finding, type StoreContents, countFinding, itemFinding } from './evidence.ts'
import type { Received } from './receiver.ts'

/**
 * Checks that every acknowledged event was stored and projected exactly once, and delivered at least once. Also checks
 * that nothing else was stored or delivered. Skips the checks for which evidence is missing.
 */
export function checkConservation({ record, contents, received, exclusive }: Evidence): Finding[] {
  const findings = [checkAcknowledged(record), checkPositions(record)]
  if (!contents) return findings
  const at = new Map(contents.log.map((event) => [event.position, event]))
  findings.push(checkStored(record, contents.log), checkDuplicates(record, at), checkConserved(record, at))
  if (exclusive) findings.push(checkNothingElse(record, contents.log))
  findings.push(checkGaps(contents), checkOrdersPerRun(contents), ...checkProjected(contents))
  if (received) findings.push(checkDelivered(contents, received))
  return findings
}

function checkGaps({ base, log, operational }: StoreContents): Finding {
  const used = [...log.map(({ position }) => position), ...operational]
  const positions = new Set(used)
  const expected = headOf({ base, log, operational }) - base
  const faults = Array.from({ length: expected }, (_, index) => base + 1 + index)
    .filter((position) => !positions.has(position))
    .map((position) => `position ${position} is missing`)
  if (used.length !== positions.size) faults.push(`${used.length} events share ${positions.size} positions`)
  return { what: 'positions without gaps', expected, found: positions.size, faults }
}

function headOf({ base, log, operational }: Pick<StoreContents, 'base' | 'log' | 'operational'>): number {
  const positions = [...log.map(({ position }) => position), ...operational]
  return positions.reduce((last, position) => Math.max(last, position), base)
}

function checkOrdersPerRun({ log }: StoreContents): Finding {
  const orders = log.filter(({ type }) => type === 'complete')
  const byRun = Map.groupBy(orders, ({ runId }) => runId)
  const faults = [...byRun]
    .filter(([, ofRun]) => ofRun.length > 1)
    .map(([runId, ofRun]) => `run ${runId} has ${ofRun.length} orders`)
  return { what: 'runs that ordered = orders', expected: byRun.size, found: orders.length, faults }
}

function checkProjected(contents: StoreContents): Finding[] {
  const { base, log, operational, checkpoint, runs, orders, excluded } = contents
  const completes = log.filter(({ type }) => type === 'complete').length
  return [
    countFinding('stored = projected (head and checkpoint)', headOf({ base, log, operational }), checkpoint),
    countFinding('runs in the log = runs projected', new Set(log.map(({ runId }) => runId)).size, runs),
    countFinding('orders in the log = orders projected', completes, orders),
    countFinding('runs excluded from the projections', 0, excluded),
  ]
}

/**
 * Checks that the receiver got a message for every forwarded event, and no other messages. The `webhook-id` of a
 * message is `msg_` plus the event id.
 */
function checkDelivered({ log }: StoreContents, received: ReadonlyMap<string, Received>): Finding {
  const enqueued = new Map(log.filter(isForwarded).map((event) => [`msg_${event.id}`, event]))
  const missing = [...enqueued].flatMap(([id, { type, position, runId }]) => {
    const arrived = received.get(id)
    if (!arrived) return [`${id} (${type} at ${position}) never arrived`]
    return arrived.runId === runId ? [] : [`${id} arrived with run ${arrived.runId} instead of ${runId}`]
  })
  const unknown = [...received.keys()].filter((id) => !enqueued.has(id))
  return {
    ...itemFinding('enqueued = delivered', enqueued.size, missing),
    faults: [...missing, ...unknown.map((id) => `${id} arrived and was not enqueued`)],
  }
}
