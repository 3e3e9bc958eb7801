import { pino } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { createMetrics } from '#service/observability/metrics.ts'
import { lapseSilentRuns } from '#service/runs/lapser.ts'
import { projectNext } from '#service/projections/project-next.ts'
import type { Form } from './invent-order.ts'
import { arrive, visitStarts } from './arrivals.ts'
import { pick, seededRandom } from '#domain/invented-data/chance.ts'
import { planCosts } from './costs.ts'
import { planGoals } from './goals.ts'
import { createOperations, planOperations } from './operations.ts'
import { createOrderBook } from './orders.ts'
import { createReceiver, enqueuePeriodMs } from './receiver.ts'
import { triedFunnel } from './tried-funnel.ts'
import { uploadFiles } from './upload-files.ts'
import { type Sending, visit } from './visit.ts'

const day = 24 * 3600 * 1000
/** Funnels to choose from at random. Repeated entries are chosen more often. */
const weightedFunnels = [
  'anmeldung',
  'anmeldung',
  'anmeldung',
  'aenderung',
  'aenderung',
  'abmeldung',
  'zusaetzlich',
]
/** Default of the service's setting LAPSE_AFTER_MS. */
const lapseAfterMs = 30 * 60_000

export interface FillSettings {
  store: Store
  piiKey: Uint8Array
  /** End of the period, in milliseconds since the epoch. */
  until: number
  /** Approximate number of runs; 7000 by default. */
  visits?: number
  /** Length of the period in days; 90 by default. */
  days?: number
  seed?: number
  /** Receives a progress line each time another 10% of the requests have been sent. */
  print?: (line: string) => void
}

/** Fills an empty store with invented runs through the real ingest and projections, with a simulated clock. */
export async function fillStore(settings: FillSettings) {
  const { store, piiKey, until, days = 90, seed = 20, print } = settings
  const from = until - days * day
  const sendings = inventSendings(settings)
  let clock = from
  const now = () => clock
  const log = pino({ level: 'silent' })
  const ingest = createIngest({
    store,
    now,
    piiKey,
    log,
    metrics: createMetrics(),
    settings: { appendClock: now },
    funnelOf: triedFunnel,
  })
  const orders = createOrderBook(store, seededRandom(seed + 1))
  const receiver = createReceiver(store.outbox, until)
  const { visits = 7000 } = settings
  const planned = [
    ...planOperations(from, until - brokenDay(days) * day),
    ...planCosts({ from, until, visits }),
    ...planGoals({ from, until, visits }),
  ]
  const operate = createOperations(
    store.operations,
    planned.toSorted((a, b) => a.at - b.at),
  )
  const counts = { stored: 0, duplicate: 0, rejected: 0 }
  let pending: Promise<void>[] = []

  async function ingestSending({ at, envelope, userAgent }: Sending): Promise<void> {
    const planChanges = orders.plan(at)
    for (const [index, result] of (await ingest.accept(envelope, { userAgent })).entries()) {
      counts[result.status] += 1
      const form = envelope.events[index]!.form as Form
      if (result.status === 'stored' && result.order) planChanges(result.order, form)
    }
  }

  async function project(): Promise<void> {
    const destinations = clock > until - enqueuePeriodMs ? (['webhook'] as const) : []
    for (;;) {
      const place = await store.projections.live()
      const progress = await projectNext(store, place, { size: 500, now: clock, destinations })
      if (progress.kind === 'idle') return
    }
  }

  async function endRound(): Promise<void> {
    const accepted = Promise.all(pending)
    await ingest.flush()
    await accepted
    pending = []
    await orders.settle(clock)
    await project()
    await lapseSilentRuns({ store, now, log, lapseAfterMs })
    await project()
    await receiver.deliver(clock)
  }

  let [roundEndsAt, reported] = [from, 0]
  for (const [index, sending] of sendings.entries()) {
    while (sending.at > roundEndsAt) {
      clock = roundEndsAt
      await endRound()
      roundEndsAt += roundLength(until - roundEndsAt)
    }
    clock = sending.at
    await operate(clock)
    await uploadFiles(store.uploads, sending.envelope, clock)
    pending.push(ingestSending(sending))
    const tenths = Math.floor((10 * (index + 1)) / sendings.length)
    if (tenths > reported) print?.(`  ${(reported = tenths) * 10} %, up to ${berlinDay(clock)}`)
  }
  clock = until
  await operate(clock)
  await endRound()
  await ingest.drain()
  return counts
}

/**
 * Returns the time in ms until the next round, in which silent runs lapse and messages are sent. The rounds of the last
 * day are shorter, because reports show that day in detail. `left` is the time until the end of the period.
 */
function roundLength(left: number): number {
  return left > day ? day / 8 : day / 96
}

/** Returns how many days before the end of the period the check of IBANs is broken. */
const brokenDay = (days: number) => Math.min(5, days - 1)

function inventSendings({ until, visits = 7000, days = 90, seed = 20 }: FillSettings): Sending[] {
  const random = seededRandom(seed)
  const period = { from: until - days * day, to: until }
  const on = (badDay: number) => (at: number) => berlinDay(at) === berlinDay(until - badDay * day)
  const mishaps = { ibanBroken: on(brokenDay(days)), pageIsOld: on(Math.min(9, days / 2)) }
  const sendings: Sending[] = []
  for (const startedAt of visitStarts(random, period, visits)) {
    const funnel = triedFunnel(pick(random, weightedFunnels))!
    const arrival = arrive(random, startedAt, period)
    sendings.push(...visit({ random, funnel, startedAt, arrival, ...mishaps }))
  }
  return sendings.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
}
