import { type Act, journey } from '../../loadtest/journey.ts'
import { noon } from '#tests/build-events.ts'

/** Dice that fall the same way each time (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many passages, each on a clock that goes on while the visitor pauses. */
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
