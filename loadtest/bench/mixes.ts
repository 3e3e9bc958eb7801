import type { EnvelopeInput } from '#domain/events.ts'
import { type World, pick } from '../chance.ts'
import { type Act, journey } from '../journey.ts'

/**
 * What is posted. `start`: one high-priority event a post. `ten`: ten events a post, as they follow each other in
 * journeys. `journeys`: the posts of visitors as their browsers send them, 200 of them in the funnel at a time.
 */
export type Mix = 'start' | 'ten' | 'journeys'

const visitorsAtOnce = 200

/** Endless bodies of a mix, each with ids of its own and the time at which it is made. */
export function* bodiesOf(mix: Mix, world: World): Generator<EnvelopeInput, never, void> {
  if (mix === 'start') for (;;) yield firstOf(journey(world)).envelopes[0]!
  if (mix === 'ten') for (;;) yield tenEvents(world)
  for (const visitors: Generator<Act, void, void>[] = []; ;) {
    while (visitors.length < visitorsAtOnce) visitors.push(journey(world))
    const visitor = pick(world, visitors)
    const { value: act } = visitor.next()
    if (!act) visitors.splice(visitors.indexOf(visitor), 1)
    // Repeats are left out: a duplicate costs the service less than what is stored.
    else if (act.expect === 'stored') yield act.envelopes[0]!
  }
}

function firstOf<Value>(values: Generator<Value, void, void>): Value {
  const { value } = values.next()
  if (value === undefined) throw new Error('a journey without a first act')
  return value
}

function tenEvents(world: World): EnvelopeInput {
  const events: EnvelopeInput['events'] = []
  let first: EnvelopeInput | undefined
  while (events.length < 10)
    for (const act of journey(world)) {
      if (act.expect !== 'stored') continue
      first ??= act.envelopes[0]!
      events.push(...act.envelopes[0]!.events)
    }
  const { sentAt, context } = first!
  return { sentAt, context, events: events.slice(0, 10) }
}
