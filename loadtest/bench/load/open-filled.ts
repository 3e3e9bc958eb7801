// Opens a store that has been filled with invented runs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Bench, type Service, startProcessOf, startService } from '#loadtest/bench/load/start-parts.ts'
import type { Fill } from '#loadtest/bench/setup/fill-runs.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'

/** Number of days over which the starts of the runs are spread. */
export const filledDays = 90
const day = 24 * 3600 * 1000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export interface FilledService extends Service {
  /** Parameters of the days on which the runs of the store started. */
  range: string
  /** The last of these starts, in ms since the epoch. */
  until: number
}

/** Number of runs after which the progress is printed and, for a kept store, recorded. */
const runsPerPart = 50_000

/**
 * Starts a service on a store with this number of runs. Adds the runs that a kept store does not have yet. Stores of
 * different measurements have different names.
 */
export async function openFilled(
  bench: Bench,
  runs: number,
  name = `reports-${runs}`,
): Promise<FilledService> {
  // A running service could project the events itself before the fill does.
  const { env, stop } = await startService(bench, name)
  await stop()
  const file = path.join(bench.folder, name, `filled-${bench.engine.name}.json`)
  const { from, until } = await fill({ env, runs }, file)
  return { ...(await startProcessOf(bench, name, env)), range: rangeOf(from, until), until }
}

type Filling = Pick<Fill, 'from' | 'until'> & { filled: number }

/** Adds the missing runs to a store. `file` records its range and how many runs it has. */
async function fill(what: Pick<Fill, 'env' | 'runs'>, file: string): Promise<Filling> {
  const until = Date.now()
  const filling: Filling = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Filling)
    : { from: until - (filledDays - 1) * day, until, filled: 0 }
  if (filling.filled === what.runs) return filling
  const filler = startProcess('loadtest/bench/setup/fill-runs.ts')
  while (filling.filled < what.runs) {
    const end = Math.min(filling.filled + runsPerPart, what.runs)
    await filler.request({ ...what, ...filling, first: filling.filled, end } satisfies Fill & Filling)
    filling.filled = end
    writeFileSync(file, JSON.stringify(filling))
    console.log(`filled ${end.toLocaleString('en')} of ${what.runs.toLocaleString('en')} runs`)
  }
  await filler.stop()
  return filling
}

/** Returns the parameters of a range of days. */
export function rangeOf(from: number, until: number): string {
  return `&from=${dayOf(from)}&to=${dayOf(until)}`
}
