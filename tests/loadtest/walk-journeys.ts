import { seededRandom } from '#domain/invented-data/chance.ts'
import { type Act, journey } from '#loadtest/journey/journey.ts'
import { noon } from '#tests/build-events.ts'

/**
 * Simulates `count` visitors without waiting. Each journey has its own clock, and a pause only advances this clock.
 * Returns the acts of each journey, with the requests to send.
 */
export function walkJourneys(count: number, { seed = 1, start = noon } = {}): Act[][] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    let at = start
    const acts: Act[] = []
    for (const act of journey({ now: () => at, random })) {
      acts.push(act)
      at += act.pause * 1000
    }
    return acts
  })
}
