import * as fc from 'fast-check'
import type { StoredEvent, StoredEventType, Touch } from '#domain/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const hour = 3600 * 1000

const types: StoredEventType[] = [
  'start',
  'step',
  'step',
  'invalid',
  'email',
  'abandon',
  'lapsed',
  'paid',
  'withdrawn',
]

const value = fc.option(fc.constantFrom('a', 'b'), { nil: undefined })
// Keys in another order than the state's schema has them: what is kept must not depend on it.
const touch = fc
  .record({
    campaign: value,
    source: value,
    at: fc.integer({ min: -200, max: 24 }).map((hours) => noon + hours * hour),
  })
  .map((one) => JSON.parse(JSON.stringify(one)) as Touch)

const anyEvent = fc.record({
  type: fc.constantFrom(...types),
  step: fc.integer({ min: 1, max: 3 }),
  // Few different times, so that many fall together, over a Berlin midnight.
  hours: fc.integer({ min: 0, max: 30 }),
  seconds: fc.double({ min: 0, max: 400, noNaN: true }),
  version: fc.constantFrom(1, 1, 1, 2),
  device: fc.constantFrom('mobile' as const, 'desktop' as const),
  field: fc.constantFrom('vorname', 'adresse.plz'),
  touches: fc.array(touch, { maxLength: 3 }),
  bot: fc.integer({ min: 0, max: 60 }).map((one) => one === 0),
})

type AnyEvent = typeof anyEvent extends fc.Arbitrary<infer Value> ? Value : never

const anyRun = fc.record({
  events: fc.array(anyEvent, { minLength: 1, maxLength: 8 }),
  complete: fc.option(anyEvent, { nil: undefined }),
})

function build(runId: string, one: AnyEvent, type: StoredEventType, index: number) {
  const at = noon + one.hours * hour
  const data =
    type === 'step'
      ? { seconds: one.seconds }
      : type === 'invalid'
        ? { fields: [{ field: one.field, rule: 'required' }] }
        : undefined
  return storedEvent(type, {
    id: `${runId}-${index}`,
    runId,
    at,
    step: type === 'complete' ? 4 : one.step,
    funnelVersion: one.version,
    ...(data && { data }),
    meta: { device: one.device, bot: one.bot, touches: one.touches },
  })
}

/** Events of some runs in random order of delivery; a run has at most one order, as in the log. */
export const deliveredEvents = fc
  .array(anyRun, { minLength: 1, maxLength: 5 })
  .map((runs) =>
    runs.flatMap(({ events, complete }, run) => [
      ...events.map((one, index) => build(`run-${run}`, one, one.type, index)),
      ...(complete ? [build(`run-${run}`, complete, 'complete', events.length)] : []),
    ]),
  )
  .chain((events) => fc.shuffledSubarray(events, { minLength: events.length }))
  .map(inLogOrder)

/** Gives events their positions, as the log does. */
export function inLogOrder(events: readonly StoredEvent[]): StoredEvent[] {
  return events.map((event, index) => ({ ...event, position: index + 1 }))
}
