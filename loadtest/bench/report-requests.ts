import { channels } from '#domain/attribution/channel.ts'
import { attributionModels, touchDimensions } from '#domain/attribution/credit-touches.ts'
import { devices } from '#domain/limits.ts'
import { shownStatuses } from '#domain/orders/evolve-order.ts'
import { comparedPeriods } from '#domain/reports/day-range.ts'
import { fulfilmentDimensions } from '#domain/reports/fulfilment/shape.ts'
import { orderSorts } from '#domain/reports/orders/sort.ts'
import { pairDimensions, runDimensions } from '#domain/runs/dimensions.ts'
import { orderWindows } from '#domain/runs/order-windows.ts'
import { browsers, campaigns } from '#loadtest/bench/setup/invent-runs.ts'

/** Figures whose runs are listed. Some of them count many runs, some few, and one counts none. */
const figures = [
  'runs',
  'completed',
  'lost:3',
  'recovered',
  'withdrawn',
  'gaveUp:3:iban:checksum',
  'tracking:Firefox',
  'invalid:2:strasse:tooLong',
]

export interface Measurement {
  /**
   * Report paths, requested one after the other; the paths of a nested array are requested concurrently. A path with
   * parameters is requested for the days of the filled store, unless it names a range.
   */
  paths: readonly (string | readonly string[])[]
  maxMs: number
  /** True if the response time must not depend on the number of runs. */
  constantTime?: boolean
}

/** What the requests need to know about a filled store. */
export interface Filled {
  /** Ids of some runs. */
  runIds: readonly string[]
  /** First characters of some order numbers. */
  numbers: readonly string[]
  /** Positions of the log before the last few thousand events. */
  positions: readonly number[]
  /** Parameters of the last seven days, the longest range with figures by hour. */
  lastWeek: string
}

const ofFunnel = 'funnel=anmeldung'

/** One value of each dimension by which reports filter. */
const filters = [
  'device=mobile',
  'browser=Safari',
  'os=iOS',
  'channel=Organic Search',
  'source=google',
  'medium=cpc',
  'campaign=kampagne-7',
  'reason=(none)',
  'entry=/anmeldung',
  'consent=marketing',
  'weekday=monday',
  'hour=12',
].map((filter) => encodeURI(filter))

/** Pairs of filters that the page combines most often. */
const filterPairs = pairDimensions.flatMap((one, index) =>
  pairDimensions.slice(index + 1).map((other) => {
    const values = {
      device: 'mobile',
      browser: 'Safari',
      channel: 'Direct',
      consent: 'none',
      weekday: 'monday',
    }
    return `${one}=${values[one]}&${other}=${values[other]}`
  }),
)

/** Returns the measurements by the name under which they are reported. */
export function reportRequests({
  runIds,
  numbers,
  positions,
  lastWeek,
}: Filled): Record<string, Measurement> {
  return {
    'drop-off': { paths: [`drop-off?${ofFunnel}`], maxMs: 30, constantTime: true },
    'drop-off of a campaign': {
      paths: campaigns.map(({ campaign }) => `drop-off?${ofFunnel}&campaign=${campaign}`),
      maxMs: 30,
      constantTime: true,
    },
    'drop-off of a device': {
      paths: devices.map((device) => `drop-off?${ofFunnel}&device=${device}`),
      maxMs: 30,
      constantTime: true,
    },
    'drop-off with one filter': {
      paths: filters.map((filter) => `drop-off?${ofFunnel}&${filter}`),
      maxMs: 100,
    },
    'drop-off with two filters': {
      paths: filterPairs.map((pair) => `drop-off?${ofFunnel}&${pair}`),
      maxMs: 100,
    },
    'drop-off with a conversion window': {
      paths: orderWindows.map((window) => `drop-off?${ofFunnel}&orderWithin=${window}`),
      maxMs: 100,
    },
    trend: {
      paths: ['', ...filters].map((filter) => `drop-off/trend?${ofFunnel}&${filter}`),
      maxMs: 100,
    },
    'trend by hour': {
      paths: ['', ...filters].map((filter) => `drop-off/trend?${ofFunnel}&${filter}&per=hour${lastWeek}`),
      maxMs: 100,
    },
    breakdown: { paths: runDimensions.map((by) => `drop-off/breakdown?${ofFunnel}&by=${by}`), maxMs: 100 },
    'breakdown by two dimensions': {
      paths: pairDimensions.flatMap((by) =>
        pairDimensions
          .filter((and) => and !== by)
          .map((and) => `drop-off/breakdown?${ofFunnel}&by=${by}&and=${and}`),
      ),
      maxMs: 100,
    },
    fields: {
      paths: ['', ...filters].map((filter) => `drop-off/fields?${ofFunnel}&${filter}`),
      maxMs: 100,
    },
    // Other filters than the device are counted run by run (see measure-families.ts).
    'losses without a message': {
      paths: ['', ...devices.map((device) => `device=${device}`)].map(
        (filter) => `drop-off/silent?${ofFunnel}&${filter}`,
      ),
      maxMs: 100,
    },
    choices: { paths: [`drop-off/choices?${ofFunnel}`], maxMs: 100 },
    'choices of a device': {
      paths: devices.map((device) => `drop-off/choices?${ofFunnel}&device=${device}`),
      maxMs: 100,
    },
    attribution: {
      paths: attributionModels.flatMap((model) =>
        touchDimensions.map((by) => `attribution?model=${model}&by=${by}`),
      ),
      maxMs: 30,
      constantTime: true,
    },
    'five models': {
      paths: [...touchDimensions.map((by) => `by=${by}`), 'by=campaign&source=google'].map(
        (what) => `attribution/models?${what}`,
      ),
      maxMs: 100,
    },
    paths: { paths: ['attribution/paths?'], maxMs: 100 },
    'by the day of the order': {
      paths: [
        ...touchDimensions.map((by) => `attribution/models?by=${by}&dayOf=order`),
        'attribution/paths?dayOf=order',
        'overview?compare=before&dayOf=order',
        `runs?${ofFunnel}&figure=completed&dayOf=order`,
      ],
      maxMs: 100,
    },
    overview: { paths: comparedPeriods.map((compare) => `overview?compare=${compare}`), maxMs: 100 },
    live: { paths: ['live'], maxMs: 100 },
    fulfilment: { paths: fulfilmentDimensions.map((by) => `fulfilment?by=${by}`), maxMs: 100 },
    'runs behind a figure': {
      paths: figures.map((figure) => `runs?${ofFunnel}&figure=${figure}`),
      maxMs: 100,
    },
    'runs of a campaign behind a figure': {
      paths: figures.map((figure) => `runs?${ofFunnel}&figure=${figure}&device=tablet&campaign=kampagne-7`),
      maxMs: 100,
    },
    'runs with an outcome': {
      paths: ['open', 'abandoned', 'completed'].flatMap((outcome) =>
        ['runs', 'recovered', 'invalid:1:vorname:required'].map(
          (figure) => `runs?${ofFunnel}&figure=${figure}&outcome=${outcome}`,
        ),
      ),
      maxMs: 100,
    },
    'runs of a channel and a browser': {
      paths: channels.flatMap((channel) =>
        [...new Set(browsers)].map(
          (browser) =>
            `runs?${ofFunnel}&figure=completed&channel=${encodeURIComponent(channel)}&browser=${browser}`,
        ),
      ),
      maxMs: 100,
    },
    run: { paths: runIds.map((runId) => `runs/${runId}`), maxMs: 100 },
    orders: { paths: ['orders?'], maxMs: 100 },
    'orders by number': { paths: numbers.map((number) => `orders?number=${number}`), maxMs: 100 },
    'orders, sorted': { paths: orderSorts.map((sort) => `orders?sort=${sort}`), maxMs: 100 },
    'orders in a state': {
      paths: [
        ...shownStatuses.map((status) => `orders?status=${status}&sort=-price`),
        'orders?testPayments=only',
        'orders?robots=only',
      ],
      maxMs: 100,
    },
    quality: { paths: ['quality?'], maxMs: 100 },
    rejections: { paths: ['rejections?'], maxMs: 100 },
    deliveries: { paths: ['deliveries'], maxMs: 100 },
    annotations: { paths: ['annotations?'], maxMs: 100 },
    notices: { paths: ['notices'], maxMs: 100 },
    'reports of the past, once opened': {
      paths: positions.flatMap((position) =>
        [`overview?`, `drop-off?${ofFunnel}`, `drop-off/breakdown?${ofFunnel}&by=campaign`].map(
          (report) => `${report}&asOf=${position}`,
        ),
      ),
      maxMs: 100,
    },
    'the page of the drop-off': {
      paths: filters.map((filter) =>
        ['drop-off?', 'drop-off/trend?', 'drop-off/breakdown?by=source&', 'drop-off/fields?'].map(
          (report) => `${report}${ofFunnel}&${filter}`,
        ),
      ),
      maxMs: 300,
    },
  }
}
