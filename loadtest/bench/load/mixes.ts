import type { EnvelopeInput } from '#domain/events/wire-events.ts'
import { pick } from '#domain/invented-data/chance.ts'
import type { World } from '#loadtest/journey/world.ts'
import { type Act, journey } from '#loadtest/journey/journey.ts'

/**
 * Kind of posts that a measurement sends:
 * - `start`: one `start` event per post, which the service commits immediately
 * - `ten`: ten consecutive events of one or more journeys per post
 * - `journeys`: posts as browsers send them, with 200 concurrent visitors
 */
export type Mix = 'start' | 'ten' | 'journeys'

const concurrentVisitors = 200

/** Yields an infinite sequence of request bodies, each with new ids and the current time. */
export function* bodiesOf(mix: Mix, world: World): Generator<EnvelopeInput, never, void> {
  if (mix === 'start') for (;;) yield firstOf(journey(world)).envelopes[0]!
  if (mix === 'ten') for (;;) yield tenEvents(world)
  for (const visitors: Generator<Act, void, void>[] = []; ;) {
    while (visitors.length < concurrentVisitors) visitors.push(journey(world))
    const visitor = pick(world.random, visitors)
    const { value: act } = visitor.next()
    if (!act) visitors.splice(visitors.indexOf(visitor), 1)
    // Skip repeated requests, because a duplicate costs the service less than a stored event.
    else if (act.expect === 'stored') yield act.envelopes[0]!
  }
}

function firstOf<Value>(values: Generator<Value, void, void>): Value {
  const { value } = values.next()
  if (value === undefined) throw new Error('the journey has no first act')
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
