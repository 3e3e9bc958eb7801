import { describe, expect, test } from 'vitest'
import { checkConservation } from '#loadtest/evidence/check-conservation.ts'
import type { Evidence, LoggedEvent } from '#loadtest/evidence/evidence.ts'
import type { Received } from '#loadtest/evidence/receiver.ts'
import type { Acknowledged } from '#loadtest/journey/record.ts'

/**
 * Returns the records of a load test without faults. Its two runs contain a retry, a double click, an invalid step and
 * an order.
 */
function correctLoad() {
  const log: LoggedEvent[] = [
    { position: 6, id: 'a1', runId: 'a', type: 'start', step: 1 },
    { position: 7, id: 'b1', runId: 'b', type: 'start', step: 1 },
    { position: 8, id: 'a2', runId: 'a', type: 'invalid', step: 1 },
    { position: 9, id: 'a3', runId: 'a', type: 'step', step: 1 },
    { position: 10, id: 'b2', runId: 'b', type: 'abandon', step: 1 },
    { position: 11, id: 'a4', runId: 'a', type: 'complete', step: 4 },
    { position: 12, id: 'x', runId: 'b', type: 'lapsed', step: 1 },
  ]
  const acknowledged: Acknowledged[] = log
    .filter(({ type }) => type !== 'lapsed')
    .map((event) => ({ ...event, status: 'stored', at: 0 }))
  acknowledged.push(
    // The first duplicate is a retry after a lost response, the second one a double click on a step.
    { ...log[0]!, status: 'duplicate', at: 0 },
    { ...log[3]!, id: 'a3-again', status: 'duplicate', at: 0 },
  )
  const received = new Map<string, Received>(
    ['a1', 'b1', 'a3', 'b2', 'a4'].map((id) => [`msg_${id}`, { runId: id[0]!, times: 1 }]),
  )
  return {
    record: { acknowledged, rejected: [], unanswered: [] },
    contents: { base: 4, log, operational: [5], checkpoint: 12, runs: 2, orders: 1, excluded: 0 },
    received,
    exclusive: true,
  } satisfies Evidence
}

type CorrectLoad = ReturnType<typeof correctLoad>

const failedChecks = (evidence: Evidence) =>
  checkConservation(evidence)
    .filter(({ faults }) => faults.length > 0)
    .map(({ what }) => what)

const resultOf = (evidence: CorrectLoad, id: string) =>
  evidence.record.acknowledged.find((one) => one.id === id)!
const removeFromLog = (evidence: CorrectLoad, position: number) =>
  evidence.contents.log.splice(
    evidence.contents.log.findIndex((event) => event.position === position),
    1,
  )

describe('a correct load', () => {
  test('has no faults and reports all counts', () => {
    expect(failedChecks(correctLoad())).toEqual([])
    expect(
      checkConservation(correctLoad()).map(({ what, expected, found }) => [what, expected, found]),
    ).toEqual([
      ['sent = acknowledged', 7, 7],
      ['consistent positions', 8, 8],
      ['stored = in the log once, at that position', 6, 6],
      ['duplicates = repeats of a stored event', 2, 2],
      ['acknowledged = stored + duplicates', 7, 7],
      ['in the log = sent', 6, 6],
      ['positions without gaps', 8, 8],
      ['runs that ordered = orders', 1, 1],
      ['stored = projected (head and checkpoint)', 12, 12],
      ['runs in the log = runs projected', 2, 2],
      ['orders in the log = orders projected', 1, 1],
      ['runs excluded from the projections', 0, 0],
      ['enqueued = delivered', 5, 5],
    ])
  })

  test('may deliver a message more than once', () => {
    const evidence = correctLoad()
    evidence.received.get('msg_a1')!.times = 3
    expect(failedChecks(evidence)).toEqual([])
  })

  test('may store an event without a response, but the missing response is reported', () => {
    const evidence = correctLoad()
    evidence.record.acknowledged = evidence.record.acknowledged.filter(({ id }) => id !== 'b2')
    const unanswered = [{ id: 'b2', runId: 'b', type: 'abandon', step: 1 }]
    expect(failedChecks({ ...evidence, record: { ...evidence.record, unanswered } })).toEqual([
      'sent = acknowledged',
    ])
  })

  test('ignores events of other clients if the load was not exclusive', () => {
    const evidence = correctLoad()
    evidence.contents.log.push({ position: 13, id: 'y', runId: 'other', type: 'start', step: 1 })
    Object.assign(evidence.contents, { checkpoint: 13, runs: 3 })
    const { record, contents } = evidence
    expect(failedChecks({ record, contents, exclusive: false })).toEqual([])
    expect(failedChecks({ record, contents, exclusive: true })).toEqual(['in the log = sent'])
  })

  test('is checked by its results only if the store is not accessible', () => {
    expect(checkConservation({ record: correctLoad().record, exclusive: false })).toHaveLength(2)
  })
})

describe('detects that', () => {
  const log = 'stored = in the log once, at that position'
  const doubled = 'duplicates = repeats of a stored event'
  const balance = 'acknowledged = stored + duplicates'
  const gap = 'positions without gaps'
  const agree = 'consistent positions'

  test.each<[string, (evidence: CorrectLoad) => unknown, string[]]>([
    ['an acknowledged event is lost, leaving a gap', (e) => removeFromLog(e, 8), [log, balance, gap]],
    [
      'the last event is lost, leaving no gap',
      (e) => (removeFromLog(e, 12), removeFromLog(e, 11)),
      [
        log,
        balance,
        'stored = projected (head and checkpoint)',
        'orders in the log = orders projected',
        'enqueued = delivered',
      ],
    ],
    [
      'an event is at another position than its result says',
      (e) => (resultOf(e, 'a2').position = 9),
      [agree, log],
    ],
    [
      'two events have swapped positions',
      (e) => {
        Object.assign(e.contents.log[2]!, { id: 'b2', runId: 'b', type: 'abandon' })
        Object.assign(e.contents.log[4]!, { id: 'a2', runId: 'a', type: 'invalid' })
      },
      [log],
    ],
    [
      'an event is in the log twice',
      (e) => {
        e.contents.log.push({ ...e.contents.log[2]!, position: 13 })
        e.contents.checkpoint = 13
      },
      [log],
    ],
    ['an operational event is lost, leaving a gap', (e) => e.contents.operational.pop(), [gap]],
    ['an event has the position of an operational event', (e) => e.contents.operational.push(8), [gap]],
    ['two events share a position', (e) => (e.contents.log[4]!.position = 9), [log, doubled, balance, gap]],
    ['the results of an id have two positions', (e) => (resultOf(e, 'a3-again').id = 'b1'), [agree]],
    ['a duplicate repeats no event', (e) => (resultOf(e, 'a3-again').position = 4), [doubled, balance]],
    [
      'a duplicate repeats the same act of another visitor',
      (e) => Object.assign(resultOf(e, 'a3-again'), { type: 'start', position: 7 }),
      [doubled, balance],
    ],
    [
      'a duplicate repeats another act at the same step',
      (e) => (resultOf(e, 'a3-again').position = 8),
      [doubled, balance],
    ],
    [
      'another event is stored in place of an acknowledged one',
      (e) => (e.contents.log[3]!.id = 'a3-other'),
      [log, balance, 'in the log = sent', 'enqueued = delivered'],
    ],
    [
      'a position was given twice and none is missing',
      (e) => e.contents.log.push({ position: 9, id: 'z', runId: 'a', type: 'lapsed', step: 1 }),
      [doubled, balance, gap],
    ],
    [
      "a duplicate repeats another visitor's event",
      (e) => (resultOf(e, 'a3-again').position = 10),
      [doubled, balance],
    ],
    ['a duplicate repeats another step', (e) => (resultOf(e, 'a3-again').step = 2), [doubled, balance]],
    [
      'an event was rejected',
      (e) =>
        Object.assign(e.record, {
          rejected: [{ id: 'r', runId: 'a', type: 'step', step: 2, message: 'form' }],
        }),
      ['sent = acknowledged'],
    ],
    [
      'the log has an event that was never sent',
      (e) => {
        e.contents.log.push({ position: 13, id: 'y', runId: 'a', type: 'step', step: 2 })
        e.contents.checkpoint = 13
        e.received.set('msg_y', { runId: 'a', times: 1 })
      },
      ['in the log = sent'],
    ],
    [
      'a run has two orders',
      (e) => {
        const second = { position: 13, id: 'a5', runId: 'a', type: 'complete', step: 4 } as const
        e.contents.log.push(second)
        e.record.acknowledged.push({ ...second, status: 'stored', at: 0 })
        e.received.set('msg_a5', { runId: 'a', times: 1 })
        Object.assign(e.contents, { checkpoint: 13, orders: 2 })
      },
      ['runs that ordered = orders'],
    ],
    [
      'the projections have not reached the end of the log',
      (e) => (e.contents.checkpoint = 11),
      ['stored = projected (head and checkpoint)'],
    ],
    ['a run was not projected', (e) => (e.contents.runs = 1), ['runs in the log = runs projected']],
    ['a run was excluded', (e) => (e.contents.excluded = 1), ['runs excluded from the projections']],
    ['an order was not projected', (e) => (e.contents.orders = 0), ['orders in the log = orders projected']],
    ['a message never arrived', (e) => e.received.delete('msg_a4'), ['enqueued = delivered']],
    [
      'a message without an event arrived',
      (e) => e.received.set('msg_z', { runId: 'a', times: 1 }),
      ['enqueued = delivered'],
    ],
    ['a message names another run', (e) => (e.received.get('msg_a1')!.runId = 'b'), ['enqueued = delivered']],
    [
      'an invalid step was forwarded',
      (e) => e.received.set('msg_a2', { runId: 'a', times: 1 }),
      ['enqueued = delivered'],
    ],
  ])('%s', (_, tamper, rows) => {
    const evidence = correctLoad()
    tamper(evidence)
    expect(failedChecks(evidence)).toEqual(rows)
  })
})
