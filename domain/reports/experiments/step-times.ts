import { bucketEndMs, quantileOf } from '#domain/runs/buckets/time-buckets.ts'
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
 * times, and for medians there is no always-valid interval from sums. The limit is estimated: an error of the control's
 * median moves the share of the variant by the variant's density there, so the control's part of the variance grows by the
 * square of the ratio of both densities. With it, the interval of `difference` holds approximately, also for variants
 * whose times spread less (simulated in docs/measured.md).
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
        : (difference(
            { ...armOf(ofControl), inflation: densityRatio(control, variant, limit) ** 2 },
            armOf(ofVariant),
            { spread, alpha },
          ) ?? null),
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

/** Standard errors from the limit within which the control's median is. */
const maxErrors = 3

/**
 * Returns how much denser the variant's times are around the limit than the control's; at least 1, so that no interval is
 * shorter than for equal distributions. The largest of three estimates is used: that of the buckets next to the limit, and
 * those of either side as far as the control's median may be, because few times of a narrow variant are at a limit that
 * is far off.
 */
function densityRatio(control: StepTimes, variant: StepTimes, limit: number | null): number {
  if (limit === null) return 1
  const error = 0.5 / Math.sqrt(sum([...control.values()]))
  const [low, high] = [-maxErrors, maxErrors].map((errors) =>
    quantileOf(control, Math.min(1, Math.max(0, 0.5 + errors * error)), (bucket) => bucket),
  ) as [number, number]
  const ranges = [
    { from: limit - 1, to: limit + 1 },
    { from: Math.min(low, limit) - 1, to: limit },
    { from: limit, to: Math.max(high, limit + 1) },
  ]
  const ratios = ranges.map((range) => shareWithin(variant, range) / shareWithin(control, range))
  return Math.max(1, ...ratios.filter(Number.isFinite))
}

/** Returns the share of times in the buckets after `from` up to `to`. */
function shareWithin(times: StepTimes, { from, to }: { from: number; to: number }): number {
  let [within, all] = [0, 0]
  for (const [bucket, runs] of times) {
    all += runs
    if (bucket > from && bucket <= to) within += runs
  }
  return within / all
}

function countAfter(times: StepTimes, limit: number | null): { timed: number; slow: number } {
  const slow = limit === null ? [] : [...times].filter(([bucket]) => bucket > limit)
  return { timed: sum([...times.values()]), slow: sum(slow.map(([, runs]) => runs)) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
