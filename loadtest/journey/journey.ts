// Generates the requests of visitors to the registration funnel, who place an order or abandon it.
import type { EnvelopeInput, WireEventInput } from '../../domain/events/wire-events.ts'
import { type Form, inventFormValues } from './form-values.ts'
import { type Arrival, arrive } from './arrival.ts'
import { between, happens, hex, newId, pick } from '../../domain/invented-data/chance.ts'
import { inventDeparture, inventFieldTimes, usedFields } from '../../domain/invented-data/field-use.ts'
import type { World } from './world.ts'

export type Lane = 'high' | 'waiting'

/** The requests that a visitor sends at the same time. */
export interface Act {
  /**
   * Request bodies, usually one. A double click sends two, with the same events under different ids. The service stores
   * only one event of each pair.
   */
  envelopes: EnvelopeInput[]
  /** `waiting` means that the response may take 5 s, because the service waits for more events before it commits. */
  lane: Lane
  /**
   * Expected status of the events. `duplicate` is expected if a request is repeated with the same ids, as after a lost
   * response.
   */
  expect: 'stored' | 'duplicate'
  /** Seconds until the next act. The pause is much shorter than in reality, because idle visitors cause no load. */
  pause: number
}

interface Visitor extends Arrival {
  world: World
}

/** Probabilities of continuing after each step; about one in five visitors places an order. */
const continueRates = [0.55, 0.75, 0.7, 0.65] as const
const probabilities = {
  invalid: 0.3,
  hidesPage: 0.12,
  leavesSilently: 0.15,
  doubleClick: 0.06,
  responseLost: 0.05,
}

/** Validation errors that visitors cause at each step. */
const faults = [
  [
    { field: 'geburtsdatum', rule: 'format' },
    { field: 'nachname', rule: 'required' },
  ],
  [{ field: 'adresse.hausnummer', rule: 'incomplete' }],
  [
    { field: 'iban', rule: 'checksum' },
    { field: 'email', rule: 'format' },
  ],
  [{ field: 'widerrufsrecht', rule: 'required' }],
] as const

/** Yields the acts of one visit. Each act is created only when the caller takes it, so its timestamps are current. */
export function* journey(world: World): Generator<Act, void, void> {
  const visitor = { world, ...arrive(world) }
  const valuesByStep = inventFormValues(world)
  yield* send(visitor, [startOf(visitor)])
  const form: Form = {}
  for (const [index, values] of valuesByStep.entries()) {
    const step = index + 1
    const before: WireEventInput[] = []
    if (happens(world.random, probabilities.invalid)) {
      const invalid = newEvent(visitor, 'invalid', step, { fields: [...faults[index]!] })
      // Like the site, send this event either together with the next one or immediately.
      if (happens(world.random, 0.5)) before.push(invalid)
      else yield* send(visitor, [invalid])
    }
    const hidden = happens(world.random, probabilities.hidesPage)
    const used = usedFields(values)
    if (hidden) yield* abandon(visitor, step, form, { trigger: 'hidden', used })
    if (!happens(world.random, continueRates[index]!)) {
      // If the page was hidden, the abandon event was sent above. The site does not send a second one, because the
      // visitor did nothing in between.
      if (!hidden && !happens(world.random, probabilities.leavesSilently))
        yield* abandon(visitor, step, form, {
          trigger: pick(world.random, ['pagehide', 'hidden', 'blur', 'cancel']),
          used,
        })
      return
    }
    Object.assign(form, values)
    if (step === 3) yield* send(visitor, [newEvent(visitor, 'email', 3, {}, { email: values['email'] })])
    yield* send(
      visitor,
      [...before, advance(visitor, step, step === valuesByStep.length ? form : values)],
      true,
    )
  }
}

function startOf(visitor: Visitor): WireEventInput {
  const entry = pick(visitor.world.random, ['/rundfunkbeitrag-anmelden', '/rundfunkbeitrag-anmelden/step-1'])
  return newEvent(visitor, 'start', 1, { secretHash: hex(visitor.world.random, 64), entry })
}

function advance(visitor: Visitor, step: number, form: Form): WireEventInput {
  if (step === continueRates.length) return newEvent(visitor, 'complete', step, {}, form)
  const { random } = visitor.world
  const fieldTimes = inventFieldTimes(random, usedFields(form))
  return newEvent(visitor, 'step', step, { seconds: between(random, 5, 120), fieldTimes }, form)
}

function newEvent(
  { world, runId }: Visitor,
  type: WireEventInput['type'],
  step: number,
  data: object,
  form?: object,
): WireEventInput {
  return {
    id: newId(world.random, world.now()),
    type,
    funnel: 'anmeldung',
    funnelVersion: 1,
    runId,
    step,
    occurredAt: new Date(world.now()).toISOString(),
    data,
    // Copy the form, because later steps add values to it.
    ...(form && { form: { ...form } }),
  } as WireEventInput
}

/** Sends an abandon event. Its envelope is `final`, as for a page that is being closed. */
function* abandon(
  visitor: Visitor,
  step: number,
  form: Form,
  { trigger, used }: { trigger: string; used: readonly string[] },
) {
  const data = { trigger, ...inventDeparture(visitor.world.random, used) }
  yield* send(visitor, [newEvent(visitor, 'abandon', step, data, form)], false, { final: true })
}

function* send(
  { world, context }: Visitor,
  events: WireEventInput[],
  clicked = false,
  more: { final?: boolean } = {},
): Generator<Act, void, void> {
  const envelope = () => ({ sentAt: new Date(world.now()).toISOString(), ...more, context, events })
  const lane = laneOf(events, more.final)
  const first = envelope()
  const twin = {
    ...first,
    events: events.map((event) => ({ ...event, id: newId(world.random, world.now()) })),
  }
  const twice = clicked && happens(world.random, probabilities.doubleClick)
  yield {
    envelopes: twice ? [first, twin] : [first],
    lane,
    expect: 'stored',
    pause: between(world.random, 2, 15) / 10,
  }
  if (happens(world.random, probabilities.responseLost))
    yield { envelopes: [envelope()], lane, expect: 'duplicate', pause: 0.5 }
}

const urgent: ReadonlySet<string> = new Set(['start', 'email', 'complete'])

function laneOf(events: readonly WireEventInput[], final = false): Lane {
  return final || events.some(({ type }) => urgent.has(type)) ? 'high' : 'waiting'
}
