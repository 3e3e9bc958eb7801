// Which requests does a visitor of the registration funnel make, on the way to an order or out of it?
import type { EnvelopeInput, WireEventInput } from '../domain/events.ts'
import { type Form, answersOf } from './answers.ts'
import { type Arrival, arrive } from './arrival.ts'
import { type World, between, newId, happens, hex, pick } from './chance.ts'

export type Lane = 'high' | 'waiting'

/** What a visitor does at one moment. */
export interface Act {
  /** More than one: a double click, sent at the same moment. Of each event one is stored, the other is its duplicate. */
  envelopes: EnvelopeInput[]
  /** How long the answer may take: a lone event that is not urgent rightly waits 5 s for others. */
  lane: Lane
  /** `duplicate`: sent again with the same ids, because the answer was lost on the way. */
  expect: 'stored' | 'duplicate'
  /** Seconds until the next act: much shorter than people take, because waiting loads nothing. */
  pause: number
}

interface Visitor extends Arrival {
  world: World
}

/** Of those who see a step so many go on, first step first: about one in five orders. */
const goesOn = [0.55, 0.75, 0.7, 0.65] as const
const odds = { invalid: 0.3, looksAway: 0.12, leavesSilently: 0.15, doubleClick: 0.06, answerLost: 0.05 }

/** Faults that people make at each step. */
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

/** One passage through the funnel, act by act; each act is made when it is asked for, so its times are right. */
export function* journey(world: World): Generator<Act, void, void> {
  const visitor = { world, ...arrive(world) }
  const answers = answersOf(world)
  yield* sends(visitor, [startOf(visitor)])
  const form: Form = {}
  for (const [index, answer] of answers.entries()) {
    const step = index + 1
    const before: WireEventInput[] = []
    if (happens(world, odds.invalid)) {
      const invalid = newEvent(visitor, 'invalid', step, { fields: [...faults[index]!] })
      // The site may still hold it back and send it with what comes next.
      if (happens(world, 0.5)) before.push(invalid)
      else yield* sends(visitor, [invalid])
    }
    const away = happens(world, odds.looksAway)
    if (away) yield* leaves(visitor, step, form, 'hidden')
    if (!happens(world, goesOn[index]!)) {
      // A second departure without anything done in between is not told (DESIGN 7).
      if (!away && !happens(world, odds.leavesSilently))
        yield* leaves(visitor, step, form, pick(world, ['pagehide', 'hidden', 'blur', 'cancel']))
      return
    }
    Object.assign(form, answer)
    if (step === 3) yield* sends(visitor, [newEvent(visitor, 'email', 3, {}, { email: answer['email'] })])
    yield* sends(visitor, [...before, advance(visitor, step, step === answers.length ? form : answer)], true)
  }
}

function startOf(visitor: Visitor): WireEventInput {
  const entry = pick(visitor.world, ['/rundfunkbeitrag-anmelden', '/rundfunkbeitrag-anmelden/step-1'])
  return newEvent(visitor, 'start', 1, { secretHash: hex(visitor.world, 64), entry })
}

function advance(visitor: Visitor, step: number, form: Form): WireEventInput {
  if (step === goesOn.length) return newEvent(visitor, 'complete', step, {}, form)
  return newEvent(visitor, 'step', step, { seconds: between(visitor.world, 5, 120) }, form)
}

function newEvent(
  { world, runId }: Visitor,
  type: WireEventInput['type'],
  step: number,
  data: object,
  form?: object,
): WireEventInput {
  return {
    id: newId(world),
    type,
    funnel: 'anmeldung',
    funnelVersion: 1,
    runId,
    step,
    occurredAt: new Date(world.now()).toISOString(),
    data,
    // A copy: what was sent must not change with what is entered later.
    ...(form && { form: { ...form } }),
  } as WireEventInput
}

/** The abandon is sent while the page is being left, so it must not wait for others. */
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
  const twin = { ...first, events: events.map((event) => ({ ...event, id: newId(world) })) }
  const twice = clicked && happens(world, odds.doubleClick)
  yield {
    envelopes: twice ? [first, twin] : [first],
    lane,
    expect: 'stored',
    pause: between(world, 2, 15) / 10,
  }
  if (happens(world, odds.answerLost))
    yield { envelopes: [envelope()], lane, expect: 'duplicate', pause: 0.5 }
}

const urgent: ReadonlySet<string> = new Set(['start', 'email', 'complete'])

function laneOf(events: readonly WireEventInput[], final = false): Lane {
  return final || events.some(({ type }) => urgent.has(type)) ? 'high' : 'waiting'
}
