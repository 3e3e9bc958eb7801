import process from 'node:process'
import { parseArgs } from 'node:util'
import { simulatePlanted, simulateQuarter, plantedFaults } from './simulate.ts'

const usage = `Counts the false alarms of the watch on simulated quiet quarters, and how soon it finds planted faults.

npm run watch:simulate -- [--quarters 200] [--planted 20] [--runs 78,500] [--seed 1]

  --quarters  number of quiet quarters, for each number of runs (1 to 10000)
  --planted   number of quarters with a fault, for each fault and number of runs (0 to 10000)
  --runs      average numbers of runs a day, separated by commas (10 to 100000)
  --seed      seed of the random numbers`

const monthsPerQuarter = 91 / 30.44

function quiet(runsPerDay: number, quarters: number, seed: number): void {
  const byNumber = new Map<number, number>()
  const subjects = new Map<string, number>()
  for (let index = 0; index < quarters; index += 1) {
    const findings = simulateQuarter({ seed: seed * 100_000 + index, runsPerDay })
    byNumber.set(findings.length, (byNumber.get(findings.length) ?? 0) + 1)
    for (const { subject } of findings) {
      const name = Object.values(subject)
        .filter((value) => value !== null)
        .join(' ')
      subjects.set(name, (subjects.get(name) ?? 0) + 1)
    }
  }
  const alarms = [...byNumber].reduce((sum, [number, times]) => sum + number * times, 0)
  console.log(`\n${runsPerDay} runs a day, ${quarters} quiet quarters: ${alarms} false alarms,`)
  console.log(`  ${(alarms / quarters / monthsPerQuarter).toFixed(3)} a month`)
  for (const [number, times] of [...byNumber].toSorted(([a], [b]) => a - b))
    console.log(`  ${times} quarters with ${number}`)
  for (const [name, times] of subjects) console.log(`  ${times} × ${name}`)
}

function planted(runsPerDay: number, quarters: number, seed: number): void {
  if (quarters === 0) return
  console.log(`\n${runsPerDay} runs a day, faults planted in ${quarters} quarters each:`)
  for (const fault of plantedFaults) {
    const results = Array.from({ length: quarters }, (_, index) =>
      simulatePlanted(fault, { seed: seed * 100_000 + index, runsPerDay }),
    )
    const found = results.filter((one) => one.found)
    const hours = found.map((one) => one.hours).toSorted((a, b) => a - b)
    const single = found.filter(({ findings }) => findings.length === 1).length
    const at = (share: number) => `${hours[Math.floor(share * (hours.length - 1))] ?? '–'} h`
    console.log(
      `  ${fault.name}: found ${found.length}, as one finding ${single}; ` +
        `time to the alert: median ${at(0.5)}, 90 % within ${at(0.9)}`,
    )
  }
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  console.error(`--${name} is wrong: read ${JSON.stringify(text)}.\n\n${usage}`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    quarters: { type: 'string', default: '200' },
    planted: { type: 'string', default: '20' },
    runs: { type: 'string', default: '78,500' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(usage)
else {
  const seed = whole('seed', values.seed, 0, 1_000_000)
  for (const text of values.runs.split(',')) {
    const runs = whole('runs', text, 10, 100_000)
    quiet(runs, whole('quarters', values.quarters, 1, 10_000), seed)
    planted(runs, whole('planted', values.planted, 0, 10_000), seed)
  }
}
