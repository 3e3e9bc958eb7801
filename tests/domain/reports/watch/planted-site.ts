import { type SlotRuns, buildSeries } from '#domain/reports/watch/build-series.ts'
import { type WatchedSeries, hoursPerDay, subjectOf } from '#domain/reports/watch/series.ts'

/** Days of history before the examined ones, which are the last week. */
export const historyDays = 56
export const days = historyDays + 7
export const examined = { from: historyDays * hoursPerDay, to: days * hoursPerDay }

/** An hour on the third examined day, at 9:00. */
export const begin = (historyDays + 2) * hoursPerDay + 9

/** Runs of an hour on a phone or a desktop, in a site where every hour is like the others. */
export type Hour = Pick<SlotRuns, 'reached' | 'lost' | 'messages' | 'incompleteOrders'>

/** Of 12 runs, 8 pass step 1 and 6 order. One sees a message in step 2. */
export const quietHour: Hour = {
  reached: [12, 8, 6],
  lost: [4, 2],
  messages: [{ step: 2, field: 'email', rule: 'format', runs: 1 }],
  incompleteOrders: 0,
}

/** Returns the series of a site with two funnels and two devices. `change` returns what an hour is like instead. */
export function plantedSeries(
  change: (hour: number, of: { funnel: string; device: string }) => Hour | undefined = () => undefined,
): WatchedSeries[] {
  return buildSeries(days, plantedRows(change))
}

function* plantedRows(change: Parameters<typeof plantedSeries>[0] & {}): Generator<SlotRuns> {
  for (let hour = 0; hour < days * hoursPerDay; hour += 1)
    for (const funnel of ['anmeldung', 'aenderung'])
      for (const device of ['mobile', 'desktop']) {
        const counts = change(hour, { funnel, device }) ?? quietHour
        const slice = { dimension: 'device' as const, value: device }
        yield { ...counts, slot: hour, per: 'hour', funnel, slice }
        yield { ...counts, slot: hour, per: 'hour', funnel, slice: null }
        const browser = device === 'mobile' ? 'Safari' : 'Firefox'
        const day = Math.floor(hour / hoursPerDay)
        yield { ...counts, slot: day, per: 'day', funnel, slice: { dimension: 'browser', value: browser } }
      }
}

/** Returns a daily series of rejected events, of 2,000 received ones a day. */
export function rejectedSeries(rejectedOn: (day: number) => number): WatchedSeries {
  return {
    subject: subjectOf('rejected'),
    slice: null,
    per: 'day',
    all: new Uint32Array(days).fill(2000),
    hits: new Uint32Array(days).map((_, day) => rejectedOn(day)),
  }
}

export const prices = new Map([
  ['anmeldung', { orders: 10, cents: 10 * 4000 }],
  ['aenderung', { orders: 10, cents: 10 * 2000 }],
])
