import { bucketEndMs } from '#domain/runs/buckets/time-buckets.ts'
import { type Difference, type TestPlan, difference } from './difference.ts'

/** Number of runs by bucket of the time spent on a step (see `timeBucket`). */
type StepTimes = ReadonlyMap<number, number>

export interface SlowRuns {
  /** Upper end of the times that are usual for the control, in seconds; null if it has no times. */
  limitSeconds: number | null
  /** Runs with a known time on the step. */
  timed: number
  /** Those that took longer than the limit. */
  slow: number
  /** Share of slow runs minus that of the control; null for the control and for few runs. */
  difference: Difference | null
}

/**
 * Smallest difference of the shares of slow runs that matters: where half of the control's runs are slow, about a tenth
 * more of all runs.
 */
const spread = 0.1

/**
 * Compares how many runs spent longer on a step than about half of the control's runs. Means would depend on few very long
 * times, and for medians there is no always-valid interval from sums. The limit follows the control's median, which
 * changes ever less; the difference at an estimated quantile has the same variance in the limit as at a fixed one, so the
 * interval of `difference` holds approximately (simulated in docs/measured.md).
 */
export function slowRuns(
  control: StepTimes,
  variant: StepTimes,
  { alpha }: Pick<TestPlan, 'alpha'>,
): SlowRuns {
  const limit = middleBucket(control)
  const [ofControl, ofVariant] = [countAfter(control, limit), countAfter(variant, limit)]
  return {
    limitSeconds: limit === null ? null : Number((bucketEndMs(limit) / 1000).toPrecision(3)),
    ...ofVariant,
    difference:
      control === variant
        ? null
        : (difference(armOf(ofControl), armOf(ofVariant), { spread, alpha }) ?? null),
  }
}

const armOf = ({ timed, slow }: { timed: number; slow: number }) => ({ runs: timed, orders: slow })

/** Returns the bucket up to which the share of runs is closest to a half; null without runs. */
function middleBucket(times: StepTimes): number | null {
  const total = sum([...times.values()])
  let [seen, best, distance] = [0, null as number | null, Infinity]
  for (const [bucket, runs] of [...times].toSorted(([a], [b]) => a - b)) {
    seen += runs
    if (total === 0 || Math.abs(seen / total - 0.5) >= distance) continue
    best = bucket
    distance = Math.abs(seen / total - 0.5)
  }
  return best
}

function countAfter(times: StepTimes, limit: number | null): { timed: number; slow: number } {
  const slow = limit === null ? [] : [...times].filter(([bucket]) => bucket > limit)
  return { timed: sum([...times.values()]), slow: sum(slow.map(([, runs]) => runs)) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
