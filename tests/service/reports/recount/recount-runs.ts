import type { RunSegment } from '#domain/runs/dimensions.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { type NaiveRun, countNaively } from '#tests/service/projections/count-naively.ts'

// A world is a set of random runs. Each world has its own days and ids, so that one store can contain many worlds.

const hour = 3600 * 1000
const day = 24 * hour

export const berlin = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })

/** Returns the two days on which the runs of a world begin. The two days before them have no runs. */
export function daysOfWorld(number: number): { first: string; second: string; at: number } {
  const at = noon + number * 4 * day
  return { first: berlin(at), second: berlin(at + 24 * hour), at }
}

/**
 * Moves the random events of a world from `noon` to the days of the world, and gives them ids that no other world uses.
 */
export function moveToWorld(number: number, events: readonly StoredEvent[]): StoredEvent[] {
  const shift = number * 4 * day
  const id = (kind: number, text: string) =>
    `00000000-0000-400${kind}-8000-${hex(number)}${hex(numberIn(text))}`
  const numbered = events.map((event) => {
    const orderNumber = `FL-${hex(number)}${hex(numberIn(event.runId))}`.toUpperCase()
    return event.type === 'complete' ? { ...event, data: { ...event.data, orderNumber } } : event
  })
  return numbered.map((event, index) => ({
    ...event,
    id: id(1, `${index}`),
    runId: id(0, event.runId),
    occurredAt: event.occurredAt + shift,
    sentAt: event.sentAt + shift,
    receivedAt: event.receivedAt + shift,
    at: event.at + shift,
    meta: {
      ...event.meta,
      sessionStartedAt: event.meta.sessionStartedAt + shift,
      touches: event.meta.touches.map((touch) => ({ ...touch, at: touch.at + shift })),
    },
  }))
}

const hex = (number: number) => number.toString(16).padStart(6, '0')
const numberIn = (text: string) => Number(/\d+$/.exec(text)![0])

/** Returns the events of a run with repeated steps and a refused value. Random events rarely contain such a run. */
export function stuckRun(runId: string, funnel: string, done: number, refusedIn: number): StoredEvent[] {
  const event = { runId, funnel }
  const steps = Array.from({ length: done }, (_, index) => index + 1)
  const refused = { fields: [{ field: 'vorname', rule: 'required' }] }
  return [
    storedEvent('start', event),
    ...[...steps, ...steps].map((step, visit) =>
      storedEvent('step', { ...event, step, data: { seconds: visit < done ? 20 : 90 } }),
    ),
    storedEvent('invalid', { ...event, step: refusedIn, data: refused }),
  ]
}

/** A counted run with the values that lists of runs show. */
export interface KnownRun extends NaiveRun, RunSegment {
  runId: string
}

export function knownRuns(events: readonly StoredEvent[]): KnownRun[] {
  return [...countNaively(events)].map(([runId, run]) => ({ ...run, runId, ...run.segment }))
}
