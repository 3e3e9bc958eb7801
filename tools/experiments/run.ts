import process from 'node:process'
import { parseArgs } from 'node:util'
import { simulate, simulateRatio, simulateSpeed } from './simulate.ts'

const usage = `Counts how often experiments are decided wrongly, and how soon rightly, if they are looked at after every run.

npm run experiments:simulate -- [--experiments 1000] [--rates 0.2,0.4,0.6] [--lift 0.1] [--control 50] [--length 3] [--seed 1]

  --experiments  number of simulated experiments for each line (1 to 100000)
  --rates        shares of orders, separated by commas (0.01 to 0.9)
  --lift         relative change for which the test is planned (0.01 to 1)
  --control      percentage of the runs that have the control, a whole number (1 to 99)
  --length       length of the experiments, as a multiple of the planned number of runs (1 to 20)
  --seed         seed of the random numbers`

const { values } = parseArgs({
  options: {
    experiments: { type: 'string', default: '1000' },
    rates: { type: 'string', default: '0.2,0.4,0.6' },
    lift: { type: 'string', default: '0.1' },
    control: { type: 'string', default: '50' },
    length: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

function read(name: string, text: string, { min, max, whole }: { min: number; max: number; whole: boolean }) {
  const value = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && value >= min && value <= max && (!whole || Number.isInteger(value)))
    return value
  console.error(`--${name} is wrong: read ${JSON.stringify(text)}.\n\n${usage}`)
  process.exit(2)
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

if (values.help) console.log(usage)
else {
  const experiments = read('experiments', values.experiments, { min: 1, max: 100_000, whole: true })
  const lift = read('lift', values.lift, { min: 0.01, max: 1, whole: false })
  const control = read('control', values.control, { min: 1, max: 99, whole: true })
  const weights = [control, 100 - control] as const
  const length = read('length', values.length, { min: 1, max: 20, whole: true })
  const seed = read('seed', values.seed, { min: 0, max: 1_000_000, whole: true })
  for (const text of values.rates.split(',')) {
    const rate = read('rates', text, { min: 0.01, max: 0.9, whole: false })
    for (const trueLift of [0, lift, 2 * lift]) {
      const { needed, ...shares } = simulate({ rate, lift, weights, trueLift, length, experiments, seed })
      console.log(
        `orders ${percent(rate)}, true change ${percent(trueLift)}, ${needed} runs planned: ` +
          `found in ${percent(shares.foundAsPlanned)} as planned, in ${percent(shares.found)} within ${length} times ` +
          `the runs (fixed z-test ${percent(shares.foundByFixedTest)}); interval ever wrong in ${percent(shares.missed)}; ` +
          `median ${shares.medianRuns ?? '–'} runs`,
      )
    }
  }
  for (const { factor, deviation } of [
    ...[1, 1.1, 1.3, 1.5].map((one) => ({ factor: one, deviation: 1 })),
    ...[0.25, 0.5, 2].map((one) => ({ factor: 1, deviation: one })),
  ]) {
    const warned = simulateSpeed({ steps: 3, factor, deviation, runs: 4000, experiments, seed })
    console.log(
      `last of 3 steps takes ${percent(factor - 1)} longer, times spread ${deviation} times as much: ` +
        `warned of a slower step in ${percent(warned)} within 4000 runs`,
    )
  }
  for (const share of [0.5, 0.48, 0.45]) {
    const warned = simulateRatio(share, { runs: 10_000, experiments, seed })
    console.log(
      `variant gets ${percent(share)} instead of 50 %: ratio warned of in ${percent(warned)} of 10000 runs`,
    )
  }
}
