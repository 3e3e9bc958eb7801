import { availableParallelism } from 'node:os'

/** Tests that compute all the time: those of pure functions. */
const computing = /^tests\/(?:domain|simulations)(?:\/|$)/
const single = /\.test\.ts$/

/**
 * Returns how many workers run the chosen tests, or undefined for the number in `vitest.config.ts`, which is larger than that
 * of the cores because slow tests wait. Each worker imports the modules again, which takes about a second, so pure functions
 * and single files get at most one worker per core.
 */
export function countWorkers(chosen: readonly string[], cores = availableParallelism()): number | undefined {
  if (chosen.length === 0 || !chosen.every((part) => computing.test(part) || single.test(part)))
    return undefined
  return Math.min(cores, 3)
}
