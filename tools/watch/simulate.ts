import { seededRandom } from '#domain/invented-data/chance.ts'
import { buildSeries } from '#domain/reports/watch/build-series.ts'
import { hoursPerDay } from '#domain/reports/watch/series.ts'
import { type Finding, watch } from '#domain/reports/watch/watch.ts'
import { type Fault, inventRuns } from './world.ts'

/** Length of a simulated quarter, and of the history before it, in days. */
const quarterDays = 91
const historyDays = 56
const days = historyDays + quarterDays
const examined = { from: historyDays * hoursPerDay, to: days * hoursPerDay }

const prices = new Map(
  ['anmeldung', 'aenderung', 'abmeldung', 'zusaetzlich'].map((funnel) => [
    funnel,
    { orders: 1, cents: 4999 },
  ]),
)

export interface QuarterSettings {
  seed: number
  runsPerDay: number
  faults?: readonly Fault[]
}

/** Simulates a quarter and returns what the watch finds in it. Equal settings give equal findings. */
export function simulateQuarter({ seed, runsPerDay, faults = [] }: QuarterSettings): Finding[] {
  const rows = inventRuns(seededRandom(seed), { days, runsPerDay, faults })
  return watch(buildSeries(days, rows), examined, { prices, holidays: [] })
}

/** A fault of a certain size, at a time that the quarter chooses. */
export interface PlantedFault {
  name: string
  fault: Omit<Fault, 'from' | 'to'>
  /** Duration in hours. */
  hours: number
}

const iban = { field: 'iban', rule: 'format' }

/** Faults of several sizes, the largest first. */
export const plantedFaults: readonly PlantedFault[] = [
  { name: 'IBAN, all runs, 24 h', fault: { step: 3, share: 1, factor: 0.1, message: iban }, hours: 24 },
  {
    name: 'IBAN, half of the runs, 24 h',
    fault: { step: 3, share: 0.5, factor: 0.1, message: iban },
    hours: 24,
  },
  {
    name: 'IBAN, a fifth of the runs, 72 h',
    fault: { step: 3, share: 0.2, factor: 0.1, message: iban },
    hours: 72,
  },
  {
    name: 'IBAN, Safari only, 48 h',
    fault: { step: 3, share: 1, factor: 0.1, message: iban, browser: 'Safari' },
    hours: 48,
  },
  {
    name: 'step 1 lost without a message, half of the runs, 24 h',
    fault: { step: 1, share: 0.5, factor: 0 },
    hours: 24,
  },
  {
    name: 'step 2 lost without a message, phones, 72 h',
    fault: { step: 2, share: 1, factor: 0.4, device: 'mobile' },
    hours: 72,
  },
  {
    name: 'step 2 lost without a message, a fifth of the runs, 72 h',
    fault: { step: 2, share: 0.2, factor: 0 },
    hours: 72,
  },
]

export interface PlantedResult {
  /** Whether a finding overlaps the fault. */
  found: boolean
  /** Hours from the begin of the fault to the finding; one more passes before an hour counts as finished. */
  hours: number
  /** Findings that overlap the fault. One is right. */
  findings: Finding[]
}

/** Plants a fault at a random hour of the quarter, except its first and last week. */
export function simulatePlanted({ fault, hours }: PlantedFault, settings: QuarterSettings): PlantedResult {
  const random = seededRandom(settings.seed + 1_000_000)
  const from = examined.from + Math.floor(hoursPerDay * (7 + random() * (quarterDays - 14)))
  const planted = { ...fault, from, to: from + hours }
  const findings = simulateQuarter({ ...settings, faults: [planted] }).filter(
    ({ period }) => period.from < planted.to && period.to > planted.from,
  )
  const first = Math.min(...findings.map(({ foundAt }) => foundAt))
  return { found: findings.length > 0, hours: first - from, findings }
}
