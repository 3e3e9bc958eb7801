import type { Random } from '../../domain/invented-data/chance.ts'

/** The clock and the random source of a journey, so that tests can replace both. */
export interface World {
  /** Returns milliseconds since the epoch. */
  now: () => number
  random: Random
}
