import type { Random } from '../../domain/invented-data/chance.ts'

/** The clock and the source of randomness of a journey; tests replace both. */
export interface World {
  /** Returns milliseconds since the epoch. */
  now: () => number
  random: Random
}
