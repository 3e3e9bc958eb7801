import { expect, test } from 'vitest'
import type { RunState } from '#domain/runs/run-state.ts'
import { orderStatus } from '#domain/orders/evolve-order.ts'
import { evolveRun, runDay, runStatus } from '#domain/runs/evolve-run.ts'
import { correctTime } from '#domain/events/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { foldRun } from './fold-run.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const visited = (state: RunState) => state.steps.map(({ step }) => step)

test('events out of order fold to the same state as events in order', () => {
  const start = storedEvent('start', { at: noon })
  const steps = [1, 2, 3].map((step) => storedEvent('step', { step, at: noon + step * minute }))
  const ordered = foldRun(start, ...steps)
  const mixed = foldRun(steps[2]!, steps[0]!, start, steps[1]!)
  expect(visited(mixed)).toEqual([1, 2, 3])
  expect(mixed.steps).toEqual(ordered.steps)
  expect(mixed.origin).toEqual({ ...ordered.origin, position: 3 })
  expect(mixed.lastActivity).toEqual({ at: noon + 3 * minute, position: 1 })
})

test('an event that arrives two days late counts at the time it occurred', () => {
  const twoDaysLater = noon + 2 * day
  const start = storedEvent('start', { at: noon })
  const lapsed = storedEvent('lapsed', { at: noon + 31 * minute })
  const late = { step: 1, receivedAt: twoDaysLater }
  const before = foldRun(start, lapsed, storedEvent('step', { ...late, at: noon + 5 * minute }))
  expect([runStatus(before), runDay(before), before.silentSince]).toEqual([
    'abandoned',
    '2026-11-20',
    twoDaysLater,
  ])
  const after = foldRun(start, lapsed, storedEvent('step', { ...late, at: noon + hour }))
  expect(runStatus(after)).toBe('open')
})

test('a late start moves the run to its day, version and campaign', () => {
  const step = storedEvent('step', { at: noon, funnelVersion: 2 })
  expect(runDay(foldRun(step))).toBe('2026-11-20')
  const start = storedEvent('start', {
    at: noon - day,
    funnelVersion: 1,
    meta: { device: 'desktop', touches: [{ at: noon - day, source: 'google' }] },
  })
  const state = foldRun(step, start)
  expect(runDay(state)).toBe('2026-11-19')
  expect(state.origin).toMatchObject({
    kind: 'start',
    version: 1,
    device: 'desktop',
    touches: [{ source: 'google' }],
  })
})

test('without a start the earliest visitor event is used, not the first one stored', () => {
  const state = foldRun(
    storedEvent('step', { step: 2, at: noon }),
    storedEvent('invalid', { at: noon - day }),
    storedEvent('lapsed', { at: noon - 2 * day }),
  )
  expect(state.origin).toMatchObject({ kind: 'visitor', position: 2 })
})

test('a second start of the run changes nothing', () => {
  const first = storedEvent('start', { at: noon, meta: { device: 'mobile' } })
  const again = storedEvent('start', { at: noon + hour, meta: { device: 'desktop' } })
  expect(foldRun(first, again).origin.device).toBe('mobile')
  expect(foldRun(again, first).origin.device).toBe('mobile')
})

test('an event that was folded before changes nothing', () => {
  const step = storedEvent('step', { position: 1 })
  const once = evolveRun(undefined, step)
  expect(evolveRun(once, step)).toBe(once)
})

test('sums the time of repeated visits to a step', () => {
  const state = foldRun(
    storedEvent('step', { data: { seconds: 10.1 }, at: noon }),
    storedEvent('step', { data: { seconds: 20.2 }, at: noon + minute }),
  )
  expect(state.steps).toEqual([{ version: 1, step: 1, ms: 30_300, lastAt: noon + minute }])
})

test.each(['step', 'invalid', 'email'] as const)('a later %s reopens an abandoned run', (type) => {
  const abandon = storedEvent('abandon', { at: noon + minute })
  const resumed = storedEvent(type, { at: noon + 2 * minute })
  expect(runStatus(foldRun(abandon))).toBe('abandoned')
  expect(runStatus(foldRun(abandon, resumed))).toBe('open')
  expect(runStatus(foldRun(resumed, abandon))).toBe('open')
})

test('an abandon after the last activity counts, whenever it is stored', () => {
  const step = storedEvent('step', { at: noon })
  const abandon = storedEvent('abandon', { at: noon + minute })
  expect(runStatus(foldRun(abandon, step))).toBe('abandoned')
})

test('a start alone does not reopen an abandoned run', () => {
  const start = storedEvent('start', { at: noon })
  const abandon = storedEvent('abandon', { at: noon })
  expect([runStatus(foldRun(start)), runStatus(foldRun(abandon, start))]).toEqual(['open', 'abandoned'])
})

test.each(['abandon', 'lapsed'] as const)('%s before or after a complete changes nothing', (type) => {
  const leave = storedEvent(type, { at: noon + hour })
  const complete = storedEvent('complete', { at: noon })
  for (const state of [foldRun(leave, complete), foldRun(complete, leave)]) {
    expect(runStatus(state)).toBe('completed')
    expect(state.silentSince).toBeNull()
  }
})

test('orders events of the same millisecond by position', () => {
  const step = storedEvent('step', { at: noon })
  const abandon = storedEvent('abandon', { at: noon })
  expect(runStatus(foldRun(step, abandon))).toBe('abandoned')
  expect(runStatus(foldRun(abandon, step))).toBe('open')
})

test('folds two runs of one session separately', () => {
  const states = ['a', 'b'].map((runId) => foldRun(storedEvent('start', { runId, sessionId: 'session' })))
  expect(states.map(({ runId }) => runId)).toEqual(['a', 'b'])
})

test.each([
  ['the last minute of a day', '2026-11-20T22:59:59.999Z', '2026-11-20'],
  ['the first minute of the next one', '2026-11-20T23:00:00.000Z', '2026-11-21'],
  ['a summer midnight', '2026-07-31T22:00:00.000Z', '2026-08-01'],
  ['before the clocks go forward', '2026-03-29T00:59:00.000Z', '2026-03-29'],
  ['the end of the 23-hour day', '2026-03-29T21:59:59.000Z', '2026-03-29'],
  ['the day after it', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['before the clocks go back', '2026-10-25T00:30:00.000Z', '2026-10-25'],
  ['the end of the 25-hour day', '2026-10-25T22:59:59.000Z', '2026-10-25'],
  ['the day after that', '2026-10-25T23:00:00.000Z', '2026-10-26'],
])('a start at %s counts on the day in Berlin', (_, at, expected) => {
  expect(runDay(foldRun(storedEvent('start', { at: Date.parse(at) })))).toBe(expected)
})

test('a run past midnight or a clock change stays on the day of its start', () => {
  for (const midnight of ['2026-11-20T23:00:00Z', '2026-03-28T23:00:00Z', '2026-10-24T22:00:00Z']) {
    const at = Date.parse(midnight)
    const started = foldRun(storedEvent('start', { at: at - minute }))
    const state = foldRun(
      storedEvent('complete', { at: at + minute }),
      storedEvent('step', { at: at + second }),
      storedEvent('start', { at: at - minute }),
    )
    expect(runDay(state)).toBe(runDay(started))
  }
})

/** Returns the times of an event from a client whose clock is three hours fast. */
function fast(receivedAt: number) {
  const occurredAt = receivedAt + 3 * hour
  const clocks = { occurredAt, sentAt: occurredAt, receivedAt }
  return { ...clocks, at: correctTime(clocks) }
}

test('a client clock three hours fast changes neither the day nor the status', () => {
  const received = Date.parse('2026-11-20T21:30:00Z')
  const state = foldRun(
    storedEvent('start', fast(received)),
    storedEvent('step', fast(received + minute)),
    storedEvent('lapsed', { at: received + 31 * minute }),
  )
  expect([runDay(state), runStatus(state)]).toEqual(['2026-11-20', 'abandoned'])
})

test('a run is silent since the last visitor event until it lapses or ends', () => {
  const start = storedEvent('start', { at: noon })
  const abandon = storedEvent('abandon', { at: noon + minute })
  const lapsed = storedEvent('lapsed', { at: noon + hour })
  const again = storedEvent('email', { at: noon + 2 * hour })
  expect(foldRun(start, abandon).silentSince).toBe(noon + minute)
  expect(foldRun(start, abandon, lapsed).silentSince).toBeNull()
  expect(foldRun(start, abandon, lapsed, again).silentSince).toBe(noon + 2 * hour)
  expect(foldRun(start, storedEvent('complete'), abandon).silentSince).toBeNull()
})

test.each([
  [[], 'ordered'],
  [['paid'], 'paid'],
  [['withdrawal_declared'], 'withdrawal_declared'],
  [['paid', 'withdrawal_declared'], 'withdrawal_declared'],
  [['withdrawal_declared', 'withdrawal_revoked', 'withdrawal_declared'], 'ordered'],
  [['paid', 'withdrawal_declared', 'withdrawal_revoked'], 'paid'],
  [['withdrawal_declared', 'withdrawn', 'withdrawal_revoked'], 'withdrawn'],
  [['withdrawn'], 'withdrawn'],
  [['paid', 'withdrawn'], 'withdrawn'],
  [['withdrawn', 'paid'], 'withdrawn'],
] as const)('after %j the order is %s', (types, expected) => {
  const complete = storedEvent('complete')
  const later = types.map((type) => storedEvent(type))
  expect(orderStatus(foldRun(complete, ...later))).toBe(expected)
  expect(orderStatus(foldRun(...later, complete))).toBe(expected)
})

test('one event of a robot marks the whole run as a robot', () => {
  const robot = storedEvent('step', { meta: { bot: true } })
  expect(foldRun(storedEvent('start'), robot, storedEvent('step')).bot).toBe(true)
})

const hit = (field: string) => storedEvent('invalid', { data: { fields: [{ field, rule: 'required' }] } })

test('stores each refused field once, even if it was refused repeatedly', () => {
  expect(foldRun(hit('vorname'), hit('anrede'), hit('vorname')).refusals.map(({ field }) => field)).toEqual([
    'anrede',
    'vorname',
  ])
})

test('numbers only forwarded messages', () => {
  const types = [
    'start',
    'step',
    'invalid',
    'email',
    'abandon',
    'lapsed',
    'complete',
    'paid',
    'converted',
    'support_requested',
  ] as const
  expect(foldRun(...types.map((type) => storedEvent(type))).messages).toBe(6)
})

test('the state is plain JSON', () => {
  const state = foldRun(
    storedEvent('start', { meta: { touches: [{ at: noon, source: 'x', clickIds: ['gclid'] }] } }),
    storedEvent('step'),
    storedEvent('invalid'),
    storedEvent('complete'),
  )
  expect(JSON.parse(JSON.stringify(state))).toEqual(state)
})

test('a replayed step counts at its own time, sends no message, and leaves an abandoned run abandoned', () => {
  const meta = { replayed: { receivedAt: noon + 5 * minute } }
  const [start, lapsed] = [
    storedEvent('start', { at: noon }),
    storedEvent('lapsed', { at: noon + 31 * minute }),
  ]
  const replayed = storedEvent('step', { at: noon + 5 * minute, receivedAt: noon + 3 * day, meta })
  const state = foldRun(start, lapsed, replayed)
  expect([visited(state), runStatus(state), state.silentSince, state.messages]).toEqual([
    [1],
    'abandoned',
    null,
    1,
  ])
})

test('a run that is open after a replay has been silent since the event was first received', () => {
  const first = noon + hour
  const replayed = storedEvent('step', {
    at: first,
    receivedAt: noon + 3 * day,
    meta: { replayed: { receivedAt: first } },
  })
  const lapsed = storedEvent('lapsed', { at: noon + 31 * minute })
  const open = foldRun(storedEvent('start', { at: noon }), lapsed, replayed)
  expect([runStatus(open), open.silentSince]).toEqual(['open', first])
  expect(
    foldRun(storedEvent('start', { at: noon }), storedEvent('complete'), replayed).silentSince,
  ).toBeNull()
})
