// Generates the requests of visitors of the registration funnel, whether they order or leave.
import type { EnvelopeInput, WireEventInput } from '../../domain/events/wire-events.ts'
import { type Form, answersOf } from './answers.ts'
import { type Arrival, arrive } from './arrival.ts'
import { between, happens, hex, newId, pick } from '../../domain/invented-data/chance.ts'
import type { World } from './world.ts'

export type Lane = 'high' | 'waiting'

/** The requests that a visitor sends at one moment. */
export interface Act {
  /** Usually one; two for a double click, sent at the same moment. Each event is stored once, its twin is a duplicate. */
  envelopes: EnvelopeInput[]
  /** `waiting`: the response may take 5 s, because a single event that is not urgent waits for others. */
  lane: Lane
  /** `duplicate`: sent again with the same ids, as after a lost response. */
  expect: 'stored' | 'duplicate'
  /** Seconds until the next act: much less than people take, because idle visitors cause no load. */
  pause: number
}

interface Visitor extends Arrival {
  world: World
}

/** Share of visitors who continue from each step; about one in five orders. */
const goesOn = [0.55, 0.75, 0.7, 0.65] as const
const odds = { invalid: 0.3, looksAway: 0.12, leavesSilently: 0.15, doubleClick: 0.06, answerLost: 0.05 }

/** Validation errors that people cause at each step. */
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

/** Yields one visit, act by act. Each act is created when it is requested, so its timestamps are current. */
export function* journey(world: World): Generator<Act, void, void> {
  const visitor = { world, ...arrive(world) }
  const answers = answersOf(world)
  yield* sends(visitor, [startOf(visitor)])
  const form: Form = {}
  for (const [index, answer] of answers.entries()) {
    const step = index + 1
    const before: WireEventInput[] = []
    if (happens(world.random, odds.invalid)) {
      const invalid = newEvent(visitor, 'invalid', step, { fields: [...faults[index]!] })
      // The site may send it later, together with the next event.
      if (happens(world.random, 0.5)) before.push(invalid)
      else yield* sends(visitor, [invalid])
    }
    const away = happens(world.random, odds.looksAway)
    if (away) yield* leaves(visitor, step, form, 'hidden')
    if (!happens(world.random, goesOn[index]!)) {
      // The site does not report a second departure without any action in between.
      if (!away && !happens(world.random, odds.leavesSilently))
        yield* leaves(visitor, step, form, pick(world.random, ['pagehide', 'hidden', 'blur', 'cancel']))
      return
    }
    Object.assign(form, answer)
    if (step === 3) yield* sends(visitor, [newEvent(visitor, 'email', 3, {}, { email: answer['email'] })])
    yield* sends(visitor, [...before, advance(visitor, step, step === answers.length ? form : answer)], true)
  }
}

function startOf(visitor: Visitor): WireEventInput {
  const entry = pick(visitor.world.random, ['/rundfunkbeitrag-anmelden', '/rundfunkbeitrag-anmelden/step-1'])
  return newEvent(visitor, 'start', 1, { secretHash: hex(visitor.world.random, 64), entry })
}

function advance(visitor: Visitor, step: number, form: Form): WireEventInput {
  if (step === goesOn.length) return newEvent(visitor, 'complete', step, {}, form)
  return newEvent(visitor, 'step', step, { seconds: between(visitor.world.random, 5, 120) }, form)
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
    // A copy, because the form changes as more is entered.
    ...(form && { form: { ...form } }),
  } as WireEventInput
}

/** Sends an abandon event. It is final, because it is sent while the page is being left. */
function* leaves(visitor: Visitor, step: number, form: Form, trigger: string) {
  yield* sends(visitor, [newEvent(visitor, 'abandon', step, { trigger }, form)], false, { final: true })
}

function* sends(
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
  const twice = clicked && happens(world.random, odds.doubleClick)
  yield {
    envelopes: twice ? [first, twin] : [first],
    lane,
    expect: 'stored',
    pause: between(world.random, 2, 15) / 10,
  }
  if (happens(world.random, odds.answerLost))
    yield { envelopes: [envelope()], lane, expect: 'duplicate', pause: 0.5 }
}

const urgent: ReadonlySet<string> = new Set(['start', 'email', 'complete'])

function laneOf(events: readonly WireEventInput[], final = false): Lane {
  return final || events.some(({ type }) => urgent.has(type)) ? 'high' : 'waiting'
}
