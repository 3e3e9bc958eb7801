import { type EnvelopeInput, type WireEventInput, adPlatforms } from '#domain/events/wire-events.ts'
import { variantOf } from '#domain/experiments/assign-variant.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { removedField } from './mended-funnel.ts'
import { type Form, inventOrder } from './invent-order.ts'
import { effect } from './tried-funnel.ts'
import type { Arrival } from './arrivals.ts'
import { isoTime, minuteMs } from '#domain/time/durations.ts'
import {
  type Random,
  aroundMedian,
  between,
  happens,
  hex,
  newId,
  pick,
  seededRandom,
} from '#domain/invented-data/chance.ts'
import { inventDeparture, inventFieldTimes, usedFields } from '#domain/invented-data/field-use.ts'

/** Median seconds spent on each step. */
const medians = [55, 80, 95, 40]
/** Probability of continuing after each step. */
const continueRates = [0.68, 0.79, 0.8, 0.76]
/** Validation errors: the field, the rule, and the factor by which the error lowers the probability of continuing. */
const faults = [
  ['geburtsdatum', 'format', 0.9],
  ['adresse.plz', 'incomplete', 0.85],
  ['email', 'format', 0.9],
  ['widerrufsrecht', 'required', 0.95],
] as const

/** Choices that lower the probability of continuing after a step, because they demand more of the visitor. */
const demanding: readonly { step: number; field: string; value: string | boolean; factor: number }[] = [
  { step: 2, field: 'wohnungsart', value: 'abweichende', factor: 0.9 },
  { step: 2, field: 'changeType', value: 'contact', factor: 0.8 },
  { step: 3, field: 'zahlungsart', value: 'lastschrift', factor: 0.8 },
  { step: 3, field: 'bankdatenAendern', value: 'ja', factor: 0.85 },
  { step: 3, field: 'abmeldegrund', value: 'ausland', factor: 0.6 },
]

export interface Sending {
  at: number
  envelope: EnvelopeInput
  userAgent: string
}

export interface Visit {
  random: Random
  funnel: Funnel
  startedAt: number
  arrival: Arrival
  /** Returns whether the release that was in use at this time rejected every IBAN by mistake. */
  ibanBroken: (at: number) => boolean
  /**
   * Returns whether pages of the previous release were still open at this time. Such pages send a field that the next
   * release has removed.
   */
  pageIsOld: (at: number) => boolean
}

/** Returns the factor by which the choices of a form change the probability of continuing after a step. */
function demandOf(step: number, form: Form): number {
  return demanding
    .filter((choice) => choice.step === step && form[choice.field] === choice.value)
    .reduce((product, { factor }) => product * factor, 1)
}

/** Returns the requests of one visitor's browser, in the order in which the service receives them. */
export function visit({ random, funnel, startedAt, arrival, ibanBroken, pageIsOld }: Visit): Sending[] {
  const runId = newId(random, startedAt)
  const own = variantOf(funnel, runId)
  const sendings: Sending[] = []
  const touches = arrival.touches.map((touch) => ({ ...touch, at: isoTime(touch.at) }))
  const context = {
    sessionId: runId,
    sessionStartedAt: isoTime(startedAt),
    device: arrival.device,
    consent: arrival.consent,
    consentPlatforms: [...adPlatforms],
    attribution: { first: touches[0], last: touches.at(-1), touches },
  }
  let at = startedAt
  // Whether the visitor has left because of the variant. What they would have done is invented nevertheless, so that the
  // experiment does not change what the following random numbers decide.
  let hasLeft = false
  const send = (type: WireEventInput['type'], step: number, data: object, form?: Form) => {
    if (type !== 'complete' && happens(random, arrival.lossRate)) return
    const base = {
      id: newId(random, at),
      type,
      funnel: funnel.type,
      funnelVersion: funnel.version,
      runId,
      step,
    }
    const event = { ...base, occurredAt: isoTime(at), data, ...(form && { form }) } as WireEventInput
    // Some visitors were offline, so their events arrive late: `sentAt` is after `occurredAt`.
    const receivedAt =
      type !== 'complete' && happens(random, 0.02) ? at + between(random, 5, 600) * minuteMs : at
    const receive = (after: number, sent: WireEventInput) => {
      if (hasLeft) return
      const envelope = { sentAt: isoTime(receivedAt), context, events: [sent] }
      sendings.push({ at: receivedAt + after, userAgent: arrival.userAgent, envelope })
    }
    receive(0, event)
    // Simulate two kinds of repetition. After a lost response, the event is sent again with the same id. After a double
    // click, it is sent again with a new id.
    if (happens(random, 0.02)) receive(2000, event)
    else if (happens(random, 0.012)) receive(300, { ...event, id: newId(random, at) })
  }
  const fileId = newId(random, startedAt)
  const form = inventOrder(random, funnel, startedAt, () => [fileId])
  // The entry is derived from the id, so that it does not change what the following random numbers decide.
  const entries = ['/', `/${funnel.slug}`, `/${funnel.slug}`, '/rundfunkbeitrag-auswahl']
  const entry = entries[Number.parseInt(runId.slice(-2), 16) % entries.length]!
  send('start', 1, {
    secretHash: hex(random, 64),
    entry,
    ...(arrival.referrer !== undefined && { referrer: arrival.referrer }),
    ...(own && { variants: [{ experiment: own.experiment.key, variant: own.variant.key }] }),
  })
  // A separate source of randomness, so that the use of fields does not change what the following random numbers decide.
  const ofFields = seededRandom(Number.parseInt(runId.slice(-8), 16))
  const ofVariant = seededRandom(Number.parseInt(runId.slice(-12, -4), 16))
  for (const [index, step] of funnel.steps.entries()) {
    const number = index + 1
    const names = new Set(step.fields.map(({ name }) => name))
    const values = Object.fromEntries(Object.entries(form).filter(([name]) => names.has(name)))
    const seconds = Math.min(1200, aroundMedian(random, medians[index] ?? 60, 0.6))
    at += Math.round(seconds * 1000)
    let chance = (continueRates[index] ?? 0.7) * arrival.continueFactor
    const broken = values['iban'] !== undefined && ibanBroken(at)
    const [field, rule, factor] = broken ? (['iban', 'format', 0.1] as const) : faults[index % faults.length]!
    if ((broken || happens(random, 0.22)) && names.has(field.split('.')[0]!)) {
      send('invalid', number, { fields: [{ field, rule }] })
      chance *= factor
      at += 20_000
    }
    chance *= demandOf(number, form)
    if (!happens(random, chance)) {
      if (happens(random, 0.6))
        send(
          'abandon',
          number,
          {
            trigger: pick(random, ['pagehide', 'hidden', 'cancel']),
            ...inventDeparture(ofFields, usedFields(values)),
          },
          values,
        )
      if (!happens(random, 0.1)) break
      at += between(random, 45, 3000) * minuteMs
    }
    const removedFields = pageIsOld(at) && happens(random, 0.3) ? { [removedField]: 'Hinterhaus' } : {}
    // Pages of the previous release lose as many visitors of both variants, because they do not have the hint yet.
    const isTried = own?.variant.key === effect.variant && number === effect.step && !pageIsOld(at)
    if (isTried && happens(ofVariant, effect.lost)) hasLeft = true
    if (number === funnel.steps.length) send('complete', number, {}, form)
    // A few steps have a negative duration, as if the visitor's clock had been set back during the step.
    else
      send(
        'step',
        number,
        {
          seconds: happens(random, 0.003) ? -seconds : seconds,
          fieldTimes: inventFieldTimes(ofFields, usedFields(values)),
        },
        { ...values, ...removedFields },
      )
  }
  return sendings.sort((a, b) => a.at - b.at)
}
