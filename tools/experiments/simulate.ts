import { type Random, happens, seededRandom } from '#domain/invented-data/chance.ts'
import { type Arm, difference, errorRate } from '#domain/reports/experiments/difference.ts'
import { neededRuns, testPlan } from '#domain/reports/experiments/plan.ts'
import { isRatioWrong } from '#domain/reports/experiments/sample-ratio.ts'
import { slowRuns } from '#domain/reports/experiments/step-times.ts'
import { timeBucket } from '#domain/runs/buckets/time-buckets.ts'

export interface Simulated {
  /** Share of orders of the control. */
  rate: number
  /** Relative change for which the test is planned. */
  lift: number
  /** Weights of the control and of the variant; equal by default. */
  weights?: readonly [number, number]
  /** Relative change that the variant really has; 0 if there is no difference. */
  trueLift: number
  /** Length of each experiment as a multiple of the planned number of runs. */
  length: number
  experiments: number
  seed: number
}

export interface Outcome {
  /** Planned number of runs of both variants. */
  needed: number
  /** Share of the experiments that ever showed a difference, looked at after every run. */
  found: number
  /** Share of them that ever showed one by the z-test for a fixed number of runs, looked at as often. */
  foundByFixedTest: number
  /** Share of the experiments whose interval ever missed the true difference. */
  missed: number
  /** Share of them that showed a difference within the planned number of runs. */
  foundAsPlanned: number
  /** Median number of runs at which those that showed a difference did so first; null if none did. */
  medianRuns: number | null
}

const fixedQuantile = 1.959964

/** Simulates experiments of two variants that are looked at after every run, and counts what they show. */
export function simulate({ rate, lift, weights = [1, 1], ...settings }: Simulated): Outcome {
  const { trueLift, length, experiments, seed } = settings
  const plan = testPlan({ rate, lift, weights })
  const needed = neededRuns({ rate, lift, weights })
  const stops: number[] = []
  let [fixed, missed] = [0, 0]
  for (let index = 0; index < experiments; index += 1) {
    const random = seededRandom(seed * 1_000_003 + index)
    const one = simulateOne(random, {
      rates: [rate, rate * (1 + trueLift)],
      runs: needed * length,
      share: weights[1] / (weights[0] + weights[1]),
      plan,
    })
    if (one.stop !== null) stops.push(one.stop)
    if (one.isFixedFound) fixed += 1
    if (one.isMissed) missed += 1
  }
  stops.sort((a, b) => a - b)
  return {
    needed,
    found: stops.length / experiments,
    foundByFixedTest: fixed / experiments,
    missed: missed / experiments,
    foundAsPlanned: stops.filter((runs) => runs <= needed).length / experiments,
    medianRuns: stops[Math.floor(stops.length / 2)] ?? null,
  }
}

interface Weighed {
  weight: number
  runs: number
}

interface OneSettings {
  rates: readonly [number, number]
  runs: number
  /** Share of the runs that have the variant. */
  share: number
  plan: ReturnType<typeof testPlan>
}

function simulateOne(random: Random, { rates, runs, share: ofVariant, plan }: OneSettings) {
  const arms: [Arm, Arm] = [
    { runs: 0, orders: 0 },
    { runs: 0, orders: 0 },
  ]
  const truth = rates[1] - rates[0]
  const result = { stop: null as number | null, isFixedFound: false, isMissed: false }
  for (let run = 1; run <= runs; run += 1) {
    const side = happens(random, ofVariant) ? 1 : 0
    const arm = arms[side]
    arm.runs += 1
    if (happens(random, rates[side])) arm.orders += 1
    const shown = difference(arms[0], arms[1], plan)
    if (!shown) continue
    if (shown.low > 0 || shown.high < 0) result.stop ??= run
    if (shown.low > truth || shown.high < truth) result.isMissed = true
    const share = (arms[0].orders + arms[1].orders) / run
    const deviation = Math.sqrt(share * (1 - share) * (1 / arms[0].runs + 1 / arms[1].runs))
    if (Math.abs(shown.value) > fixedQuantile * deviation) result.isFixedFound = true
  }
  return result
}

export interface SpeedSettings {
  /** Steps from the first changed one on; each is compared. */
  steps: number
  /** Factor by which all times of the variant are longer on the last step; 1 if there is no difference. */
  factor: number
  /** Standard deviation of the logarithms of the variant's times, on all steps; 1, as that of the control, by default. */
  deviation?: number
  runs: number
  experiments: number
  seed: number
}

/**
 * Returns the share of experiments that ever warn of a slower step, looked at after every tenth run. Times are log-normal,
 * those of the control with a median of 20 s and quartiles of about 10 s and 40 s.
 */
export function simulateSpeed(settings: SpeedSettings): number {
  const { steps, factor, deviation = 1, runs, experiments, seed } = settings
  let warned = 0
  for (let index = 0; index < experiments; index += 1) {
    const random = seededRandom(seed * 1_000_003 + index)
    const times = [0, 1].map(() => Array.from({ length: steps }, () => new Map<number, number>()))
    for (let run = 1; run <= runs; run += 1) {
      const side = happens(random, 0.5) ? 1 : 0
      for (const [step, counts] of times[side]!.entries()) {
        const slower = side === 1 && step === steps - 1 ? factor : 1
        const bucket = timeBucket(20_000 * slower * Math.exp((side === 1 ? deviation : 1) * normal(random)))
        counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      }
      if (run % 10 > 0) continue
      const shown = times[0]!.map((control, step) =>
        slowRuns(control, times[1]![step]!, { alpha: errorRate / steps }),
      )
      if (!shown.some(({ difference: found }) => found && found.low > 0)) continue
      warned += 1
      break
    }
  }
  return warned / experiments
}

/** Returns a number of the standard normal distribution (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Returns the share of experiments in which the check of the ratio ever warns, with this true share of the variant. */
export function simulateRatio(share: number, settings: { runs: number; experiments: number; seed: number }) {
  let warned = 0
  for (let index = 0; index < settings.experiments; index += 1) {
    const random = seededRandom(settings.seed * 1_000_003 + index)
    const arms: [Weighed, Weighed] = [
      { weight: 1, runs: 0 },
      { weight: 1, runs: 0 },
    ]
    for (let run = 0; run < settings.runs; run += 1) {
      arms[happens(random, share) ? 1 : 0].runs += 1
      if (!isRatioWrong(arms)) continue
      warned += 1
      break
    }
  }
  return warned / settings.experiments
}
