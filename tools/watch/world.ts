import { type Random, happens, pickWeighted } from '#domain/invented-data/chance.ts'
import { type Slice, hoursPerDay } from '#domain/reports/watch/series.ts'
import type { SlotRuns } from '#domain/reports/watch/build-series.ts'

// Invents the hourly counts of a site: a rhythm of hours and weekdays, growth, campaigns that begin and end, newsletters.

/** Relative numbers of visits in the hours of a day, and on the days of a week from Monday. Their averages are about 1. */
const hours = [
  0.3, 0.2, 0.15, 0.1, 0.1, 0.15, 0.35, 0.65, 0.95, 1.2, 1.3, 1.35, 1.4, 1.3, 1.2, 1.2, 1.25, 1.4, 1.65, 1.9,
  2, 1.7, 1.15, 0.6,
]
const weekdays = [1.25, 1.15, 1.1, 1, 0.8, 0.75, 0.95]

/** Share of the runs, and how often a visitor continues after each of the four steps. */
const funnels = [
  { funnel: 'anmeldung', weight: 3, continues: [0.68, 0.79, 0.8, 0.76] },
  { funnel: 'aenderung', weight: 2, continues: [0.72, 0.8, 0.82, 0.8] },
  { funnel: 'abmeldung', weight: 1, continues: [0.7, 0.78, 0.75, 0.8] },
  { funnel: 'zusaetzlich', weight: 1, continues: [0.66, 0.76, 0.8, 0.74] },
]

/** Rules that reject values also without a fault, with the share of the runs of their step. */
const messages = [
  { step: 1, field: 'geburtsdatum', rule: 'format', share: 0.2 },
  { step: 2, field: 'adresse.plz', rule: 'incomplete', share: 0.15 },
  { step: 3, field: 'email', rule: 'format', share: 0.12 },
  { step: 3, field: 'iban', rule: 'format', share: 0.01 },
  { step: 4, field: 'widerrufsrecht', rule: 'required', share: 0.1 },
]

const devices = [
  { value: 'mobile', weight: 60, factor: 0.97 },
  { value: 'desktop', weight: 35, factor: 1.04 },
  { value: 'tablet', weight: 5, factor: 0.99 },
]
const browsers = [
  { value: 'Chrome', weight: 45 },
  { value: 'Safari', weight: 33 },
  { value: 'Firefox', weight: 12 },
  { value: 'Samsung Internet', weight: 10 },
]

interface Campaign {
  value: string
  channel: string
  weight: number
  /** Factor of the probability that visitors continue. */
  factor: number
  /** First and last day on which it runs. */
  from: number
  to: number
}

/** A fault that is planted into a step: a rule rejects valid values, or the step is lost without a message. */
export interface Fault {
  /** Hours. */
  from: number
  to: number
  step: number
  /** Share of the runs that come to the step and have the fault, and the factor with which they continue. */
  share: number
  factor: number
  message?: { field: string; rule: string }
  /** Limits it to a part of the runs, or to a funnel. */
  device?: string
  browser?: string
  funnel?: string
}

export interface World {
  days: number
  runsPerDay: number
  faults: readonly Fault[]
}

/** Invents four to seven campaigns, of which most begin or end within the days, with up to a fifth of the visits each. */
function inventCampaigns(random: Random, days: number): Campaign[] {
  const always = { from: 0, to: days, factor: 1 }
  const others = Array.from({ length: 3 + Math.floor(random() * 4) }, (_, index): Campaign => {
    const from = happens(random, 0.5) ? 0 : Math.floor(random() * days)
    return {
      value: `campaign-${index + 1}`,
      channel: happens(random, 0.5) ? 'paid-social' : 'paid-search',
      weight: 5 + random() * 20,
      factor: 0.8 + random() * 0.3,
      from,
      to: from + 14 + Math.floor(random() * days),
    }
  })
  return [
    { ...always, value: '(none)', channel: 'direct', weight: 40 },
    { ...always, value: 'brand', channel: 'paid-search', weight: 25, factor: 1.06 },
    ...others,
  ]
}

/** Yields the runs by slot and device, and by day and browser, channel and campaign, as a store with roll-ups has them. */
export function* inventRuns(random: Random, { days, runsPerDay, faults }: World): Generator<SlotRuns> {
  const campaigns = inventCampaigns(random, days)
  const newsletter = { value: 'newsletter', channel: 'email', weight: 50, factor: 1.12 }
  const newsletterDay = Math.floor(random() * 14)
  const growth = 0.6 + 0.8 * random()
  for (let day = 0; day < days; day += 1) {
    const rows = new Map<string, SlotRuns>()
    for (let hour = 0; hour < hoursPerDay; hour += 1) {
      const slot = day * hoursPerDay + hour
      const running: Omit<Campaign, 'from' | 'to'>[] = campaigns.filter(
        ({ from, to }) => day >= from && day < to,
      )
      if (day % 14 === newsletterDay && hour >= 9) running.push(newsletter)
      const visits = running.reduce((sum, { weight }) => sum + weight, 0) / 100
      const trend = 1 + (growth - 1) * (day / days)
      const mean = (runsPerDay / hoursPerDay) * hours[hour]! * weekdays[day % 7]! * visits * trend
      for (let left = poisson(random, mean); left > 0; left -= 1) {
        const run = inventRun(
          random,
          running,
          faults.filter(({ from, to }) => slot >= from && slot < to),
        )
        const { funnel, device, browser, channel, campaign } = run
        const slices: [slice: Slice | null, per: 'hour' | 'day'][] = [
          [null, 'hour'],
          [{ dimension: 'device', value: device }, 'hour'],
          [{ dimension: 'browser', value: browser }, 'day'],
          [{ dimension: 'channel', value: channel }, 'day'],
          [{ dimension: 'campaign', value: campaign }, 'day'],
        ]
        for (const [slice, per] of slices) {
          const at = per === 'hour' ? slot : day
          const key = `${per} ${at} ${funnel} ${slice?.dimension} ${slice?.value}`
          let row = rows.get(key)
          if (!row) rows.set(key, (row = emptyRow({ slot: at, per, funnel, slice })))
          addRun(row as Mutable, run)
        }
      }
    }
    yield* rows.values()
  }
}

type Mutable = Omit<SlotRuns, 'reached' | 'lost' | 'messages'> & {
  reached: number[]
  lost: number[]
  messages: { step: number; field: string; rule: string; runs: number }[]
}

function emptyRow(place: Pick<SlotRuns, 'slot' | 'per' | 'funnel' | 'slice'>): Mutable {
  return { ...place, reached: [0, 0, 0, 0, 0], lost: [0, 0, 0, 0], messages: [], incompleteOrders: 0 }
}

type Run = ReturnType<typeof inventRun>

function addRun(row: Mutable, { steps, seen, isIncomplete }: Run): void {
  for (let stage = 0; stage <= steps; stage += 1) row.reached[stage]! += 1
  if (steps < 4) row.lost[steps]! += 1
  for (const { step, field, rule } of seen) {
    const known = row.messages.find((one) => one.step === step && one.field === field && one.rule === rule)
    if (known) known.runs += 1
    else row.messages.push({ step, field, rule, runs: 1 })
  }
  if (steps === 4 && isIncomplete) row.incompleteOrders += 1
}

function inventRun(
  random: Random,
  running: readonly Omit<Campaign, 'from' | 'to'>[],
  faults: readonly Fault[],
) {
  const { funnel, continues } = pickWeighted(random, funnels)
  const device = pickWeighted(random, devices)
  const browser = pickWeighted(random, browsers).value
  const campaign = pickWeighted(random, running)
  const seen: { step: number; field: string; rule: string }[] = []
  const isHit = (fault: Fault) =>
    (fault.device ?? device.value) === device.value &&
    (fault.browser ?? browser) === browser &&
    (fault.funnel ?? funnel) === funnel &&
    happens(random, fault.share)
  let steps = 0
  for (const [index, rate] of continues.entries()) {
    const step = index + 1
    let chance = rate * device.factor * campaign.factor
    for (const message of messages)
      if (message.step === step && happens(random, message.share)) {
        seen.push(message)
        chance *= 0.9
      }
    for (const fault of faults)
      if (fault.step === step && isHit(fault)) {
        if (
          fault.message &&
          !seen.some(({ field, rule }) => field === fault.message!.field && rule === fault.message!.rule)
        )
          seen.push({ step, ...fault.message })
        chance *= fault.factor
      }
    if (!happens(random, chance)) break
    steps = step
  }
  const isIncomplete = happens(random, browser === 'Firefox' ? 0.15 : 0.03)
  return {
    funnel,
    device: device.value,
    browser,
    channel: campaign.channel,
    campaign: campaign.value,
    steps,
    seen,
    isIncomplete,
  }
}

/** Returns a random number with a Poisson distribution. */
function poisson(random: Random, mean: number): number {
  let count = -1
  for (let left = mean; left >= 0; count += 1) left += Math.log(1 - random())
  return count
}
