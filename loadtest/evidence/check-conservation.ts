import { isForwarded } from '#domain/outbox/webhook-message.ts'
import { answered, answersAgree, conserved, duplicates, nothingElse, stored } from './check-answers.ts'
import { type Books, type Evidence, type Finding, each, equal } from './evidence.ts'
import type { Received } from './receiver.ts'

/** Checks that everything acknowledged was stored, projected and delivered exactly once, and nothing else. */
export function checkConservation({ record, books, received, alone }: Evidence): Finding[] {
  const findings = [answered(record), answersAgree(record)]
  if (!books) return findings
  const at = new Map(books.log.map((event) => [event.position, event]))
  findings.push(stored(record, books.log), duplicates(record, at), conserved(record, at))
  if (alone) findings.push(nothingElse(record, books.log))
  findings.push(gapless(books), oneOrder(books), ...projected(books))
  if (received) findings.push(delivered(books, received))
  return findings
}

function gapless({ base, log }: Books): Finding {
  const positions = new Set(log.map(({ position }) => position))
  const expected = headOf({ base, log }) - base
  const faults = Array.from({ length: expected }, (_, index) => base + 1 + index)
    .filter((position) => !positions.has(position))
    .map((position) => `position ${position} is missing`)
  if (log.length !== positions.size) faults.push(`${log.length} events share ${positions.size} positions`)
  return { what: 'positions without gaps', expected, found: positions.size, faults }
}

function headOf({ base, log }: Pick<Books, 'base' | 'log'>): number {
  return log.reduce((last, { position }) => Math.max(last, position), base)
}

function oneOrder({ log }: Books): Finding {
  const orders = log.filter(({ type }) => type === 'complete')
  const byRun = Map.groupBy(orders, ({ runId }) => runId)
  const faults = [...byRun]
    .filter(([, ofRun]) => ofRun.length > 1)
    .map(([runId, ofRun]) => `run ${runId} has ${ofRun.length} orders`)
  return { what: 'runs that ordered = orders', expected: byRun.size, found: orders.length, faults }
}

function projected({ base, log, checkpoint, runs, orders }: Books): Finding[] {
  const completes = log.filter(({ type }) => type === 'complete').length
  return [
    equal('stored = projected (head and checkpoint)', headOf({ base, log }), checkpoint),
    equal('runs in the log = runs projected', new Set(log.map(({ runId }) => runId)).size, runs),
    equal('orders in the log = orders projected', completes, orders),
  ]
}

/** Compares the log with the receiver's record. The webhook-id of an event is `msg_` and its id. */
function delivered({ log }: Books, received: ReadonlyMap<string, Received>): Finding {
  const enqueued = new Map(log.filter(isForwarded).map((event) => [`msg_${event.id}`, event]))
  const missing = [...enqueued].flatMap(([id, { type, position, runId }]) => {
    const arrived = received.get(id)
    if (!arrived) return [`${id} (${type} at ${position}) never arrived`]
    return arrived.runId === runId ? [] : [`${id} arrived with run ${arrived.runId} instead of ${runId}`]
  })
  const unknown = [...received.keys()].filter((id) => !enqueued.has(id))
  return {
    ...each('enqueued = delivered', enqueued.size, missing),
    faults: [...missing, ...unknown.map((id) => `${id} arrived and was not enqueued`)],
  }
}
