import * as fc from 'fast-check'
import type { StoredEvent, StoredEventType, Touch } from '#domain/events/stored-event.ts'
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
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
]

const value = fc.option(fc.constantFrom('a', 'b'), { nil: undefined })
// The stored state must not depend on the order of properties. Their order here therefore differs from the schema.
const touch = fc
  .record({
    campaign: value,
    source: value,
    medium: fc.option(fc.constantFrom('cpc', 'newsletter'), { nil: undefined }),
    at: fc.integer({ min: -200, max: 24 }).map((hours) => noon + hours * hour),
  })
  .map((one) => JSON.parse(JSON.stringify(one)) as Touch)

const anyEvent = fc.record({
  type: fc.constantFrom(...types),
  step: fc.integer({ min: 1, max: 3 }),
  // Only 31 values are possible, so random events often have equal times. The 31 hours span midnight in Berlin.
  hours: fc.integer({ min: 0, max: 30 }),
  seconds: fc.double({ min: 0, max: 400, noNaN: true }),
  version: fc.constantFrom(1, 1, 1, 2),
  device: fc.constantFrom('mobile' as const, 'desktop' as const),
  field: fc.constantFrom('vorname', 'adresse.plz'),
  // Undefined as of a client that does not report fields. Some fields are not on the step of the event.
  times: fc.option(
    fc.uniqueArray(
      fc.record({
        field: fc.constantFrom('vorname', 'adresse.plz', 'email'),
        seconds: fc.double({ min: 0, max: 90, noNaN: true }),
        edits: fc.constantFrom(0, 0, 1, 3),
        empty: fc.boolean(),
      }),
      { selector: ({ field }) => field },
    ),
    { nil: undefined },
  ),
  lastField: fc.option(fc.constantFrom('vorname', 'adresse.plz', 'email'), { nil: undefined }),
  touches: fc.array(touch, { maxLength: 3 }),
  consent: fc.constantFrom('none' as const, 'marketing' as const),
  browser: fc.constantFrom('Chrome', 'Safari'),
  os: fc.constantFrom('Android', 'iOS'),
  entry: fc.constantFrom('/', '/alte-seite'),
  priceCents: fc.constantFrom(2999, 4999),
  // Facts that the page would not send, but a client can.
  chosen: fc.record(
    {
      wohnungsart: fc.constantFrom('obige', 'abweichende'),
      naechstmoeglich: fc.boolean(),
      zahlungsart: fc.constantFrom('lastschrift', 'ueberweisung'),
      abweichenderKontoinhaber: fc.boolean(),
      zahlungsrhythmus: fc.constantFrom('jaehrlich', 'monatlich'),
    },
    { requiredKeys: [] },
  ),
  reason: fc.option(fc.constantFrom('umzug_ausland', 'verstorben'), { nil: undefined }),
  referrer: fc.option(fc.constantFrom('', 'www.google.de', 'chatgpt.com', 'verein.example.org'), {
    nil: undefined,
  }),
  payment: fc.constantFrom('test-1', 'pay_1'),
  bot: fc.integer({ min: 0, max: 60 }).map((one) => one === 0),
})

type AnyEvent = typeof anyEvent extends fc.Arbitrary<infer Value> ? Value : never

const anyRun = fc.record({
  funnel: fc.constantFrom('anmeldung', 'abmeldung'),
  events: fc.array(anyEvent, { minLength: 1, maxLength: 8 }),
  complete: fc.option(anyEvent, { nil: undefined }),
})

function build(
  { runId, funnel }: { runId: string; funnel: string },
  one: AnyEvent,
  type: StoredEventType,
  index: number,
) {
  const at = noon + one.hours * hour
  const data =
    type === 'step'
      ? { seconds: one.seconds, ...(one.times && { fieldTimes: one.times }) }
      : type === 'invalid'
        ? { fields: [{ field: one.field, rule: 'required' }] }
        : type === 'complete'
          ? { orderNumber: 'FL-TEST', priceCents: one.priceCents }
          : type === 'start'
            ? {
                secretHash: 'a'.repeat(64),
                entry: one.entry,
                ...(one.referrer !== undefined && { referrer: one.referrer }),
              }
            : type === 'abandon'
              ? {
                  trigger: 'hidden',
                  ...(one.lastField !== undefined && { field: one.lastField }),
                  ...(one.times && { fieldTimes: one.times }),
                }
              : type === 'paid'
                ? { orderId: runId, paymentId: one.payment, amountCents: one.priceCents }
                : undefined
  return storedEvent(type, {
    id: `${runId}-${index}`,
    runId,
    funnel,
    at,
    step: type === 'complete' ? 4 : one.step,
    funnelVersion: one.version,
    ...(data && { data }),
    facts: { ...one.chosen, ...(one.reason !== undefined && { abmeldegrund: one.reason }) },
    meta: {
      device: one.device,
      consent: one.consent,
      browser: one.browser,
      os: one.os,
      bot: one.bot,
      touches: one.touches,
    },
  })
}

/** Generates the events of a few runs in a random order of delivery. A run has at most one order, as in the log. */
export const deliveredEvents = fc
  .array(anyRun, { minLength: 1, maxLength: 5 })
  .map((runs) =>
    runs.flatMap(({ funnel, events, complete }, run) => [
      ...events.map((one, index) => build({ runId: `run-${run}`, funnel }, one, one.type, index)),
      ...(complete ? [build({ runId: `run-${run}`, funnel }, complete, 'complete', events.length)] : []),
    ]),
  )
  .chain((events) => fc.shuffledSubarray(events, { minLength: events.length }))
  .map(inLogOrder)

/** Assigns positions to events, as the log does. */
export function inLogOrder(events: readonly StoredEvent[]): StoredEvent[] {
  return events.map((event, index) => ({ ...event, position: index + 1 }))
}
