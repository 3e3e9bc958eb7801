import { describe, expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { type WireEventInput, envelopeSchema, eventSchema } from '#domain/events/wire-events.ts'
import { eventPriorities, maxEvents } from '#domain/limits.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { type AcceptedEvent, checkEvent } from '#service/ingest/check-event.ts'
import { fingerprint } from '#service/ingest/fingerprint.ts'
import { noon } from '#tests/build-events.ts'
import { walkJourneys } from '#tests/loadtest/walk-journeys.ts'

const many = walkJourneys(400)
const acts = many.flat()
const events = acts.flatMap((act) => act.envelopes.flatMap((envelope) => envelope.events))

/** Returns the events of a journey that the service must store. Repeats and double clicks are left out. */
const doneOnce = (journey: (typeof many)[number]) =>
  journey.filter(({ expect: expected }) => expected === 'stored').flatMap((act) => act.envelopes[0]!.events)

const share = (count: number) => count / many.length

const reached = (type: string, step: number) =>
  many.filter((journey) => doneOnce(journey).some((event) => event.type === type && event.step === step))
    .length

function accept(event: WireEventInput, at = noon): AcceptedEvent {
  const checked = checkEvent(event, berlinDate(at))
  if (!checked.ok) throw new Error(JSON.stringify({ event, issues: checked.issues }))
  return checked
}

describe('the service accepts what the load test sends', () => {
  test('accepts the envelopes', () => {
    for (const { envelopes } of acts)
      for (const envelope of envelopes) {
        expect(envelopeSchema.safeParse(envelope).error).toBeUndefined()
        expect(envelope.events.length).toBeLessThanOrEqual(maxEvents)
      }
  })

  test('accepts the events by contract and funnel', () => {
    for (const event of events) {
      expect(eventSchema.safeParse(event).error).toBeUndefined()
      expect(accept(event).funnel).toBe(anmeldung)
      expect(event.funnelVersion).toBe(anmeldung.version)
    }
  })

  // The times are ends of months and years. At some of them, the date in Berlin differs from the date in UTC.
  test.each(['2027-01-31T23:30:00Z', '2027-02-28T12:00:00Z', '2027-12-31T23:30:00Z', '2028-08-31T22:15:00Z'])(
    'accepts whole forms on %s',
    (day) => {
      const start = Date.parse(day)
      const completes = walkJourneys(150, { seed: 7, start })
        .flatMap(doneOnce)
        .filter((event) => event.type === 'complete')
      expect(completes.length).toBeGreaterThan(10)
      for (const { form } of completes) {
        const checked = checkForm(anmeldung, form, berlinDate(start))
        expect(checked.issues).toEqual([])
        // The check must keep all values of the form.
        expect(Object.keys(checked.values).sort()).toEqual(Object.keys(form).sort())
      }
    },
  )

  test('step events carry the fields of their step', () => {
    for (const event of events) {
      if (event.type !== 'step') continue
      const known = new Set(anmeldung.steps[event.step - 1]!.fields.map(({ name }) => name))
      expect(Object.keys(event.form).filter((name) => !known.has(name))).toEqual([])
    }
  })

  test('abandon events carry the fields of the previous steps', () => {
    for (const event of events) {
      if (event.type !== 'abandon') continue
      const known = new Set(
        anmeldung.steps.slice(0, event.step - 1).flatMap(({ fields }) => fields.map(({ name }) => name)),
      )
      expect(Object.keys(event.form ?? {}).filter((name) => !known.has(name))).toEqual([])
    }
  })
})

describe('the lanes', () => {
  test('are high for urgent events and when the page is left, as in the service', () => {
    for (const { envelopes, lane } of acts)
      for (const envelope of envelopes) {
        const urgent = envelope.final || envelope.events.some(({ type }) => eventPriorities[type] === 'high')
        expect(lane).toBe(urgent ? 'high' : 'waiting')
      }
    expect(acts.filter(({ lane }) => lane === 'waiting').length).toBeGreaterThan(many.length / 2)
  })
})

describe('expected results', () => {
  const key = new Uint8Array(32)

  test('new events of a run never repeat the content of earlier ones', () => {
    for (const journey of many) {
      const contents = doneOnce(journey).map((event) => fingerprint(key, accept(event)))
      expect(new Set(contents).size).toBe(contents.length)
    }
  })

  test('a double click has the same content with other ids', () => {
    const clicks = acts.filter(({ envelopes }) => envelopes.length === 2)
    expect(clicks.length).toBeGreaterThan(10)
    for (const { envelopes } of clicks) {
      const [first, second] = envelopes.map((envelope) =>
        envelope.events.map((event) => fingerprint(key, accept(event))),
      )
      expect(second).toEqual(first)
      const ids = envelopes.flatMap((envelope) => envelope.events.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('a repeat has the same ids and follows the original', () => {
    const repeats = many.flatMap((journey) =>
      journey.flatMap((act, index) =>
        act.expect === 'duplicate' ? [[journey[index - 1]!, act] as const] : [],
      ),
    )
    expect(repeats.length).toBeGreaterThan(10)
    for (const [before, repeat] of repeats) {
      expect(repeat.envelopes).toHaveLength(1)
      expect(repeat.envelopes[0]!.events).toEqual(before.envelopes[0]!.events)
    }
  })

  test('ids are unique', () => {
    const ids = many.flatMap(doneOnce).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(new Set(many.map(([start]) => start!.envelopes[0]!.events[0]!.runId)).size).toBe(many.length)
  })
})

describe('visitors behave like people', () => {
  test('all start, fewer continue at each step, and some order', () => {
    const stages = [reached('start', 1), reached('step', 1), reached('step', 2), reached('step', 3)]
    expect(stages[0]).toBe(many.length)
    const orders = reached('complete', 4)
    for (const [index, runs] of [...stages.slice(1), orders].entries())
      expect(runs).toBeLessThan(stages[index]!)
    expect(share(orders)).toBeGreaterThan(0.1)
    expect(share(orders)).toBeLessThan(0.3)
  })

  test('they leave with every trigger or without an event, make mistakes, return, and enter their e-mail address once', () => {
    const triggers = events.flatMap((event) => (event.type === 'abandon' ? [event.data.trigger] : []))
    expect(new Set(triggers)).toEqual(new Set(['pagehide', 'hidden', 'blur', 'cancel']))
    const last = many.map((journey) => doneOnce(journey).at(-1)!.type)
    expect(last.filter((type) => type === 'start' || type === 'step').length).toBeGreaterThan(10)
    const faulty = many.filter((journey) => doneOnce(journey).some(({ type }) => type === 'invalid'))
    expect(share(faulty.length)).toBeGreaterThan(0.2)
    const back = many.filter((journey) => {
      const types = doneOnce(journey).map(({ type }) => type)
      return types.includes('abandon') && types.indexOf('abandon') < types.length - 1
    })
    expect(back.length).toBeGreaterThan(10)
    for (const journey of many)
      expect(doneOnce(journey).filter(({ type }) => type === 'email').length).toBeLessThan(2)
  })

  test('they use every device, with and without campaigns and consent', () => {
    const contexts = many.map(([start]) => start!.envelopes[0]!.context)
    expect(new Set(contexts.map(({ device }) => device)).size).toBe(3)
    expect(new Set(contexts.map(({ consent }) => consent)).size).toBe(2)
    expect(contexts.some(({ attribution }) => attribution?.touches?.length === 2)).toBe(true)
    expect(contexts.some(({ attribution }) => attribution === undefined)).toBe(true)
    for (const [index, { consent, sessionId }] of contexts.entries())
      expect(sessionId === many[index]![0]!.envelopes[0]!.events[0]!.runId).toBe(consent === 'none')
  })
})
