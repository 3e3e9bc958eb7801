import { pino } from 'pino'
import type { Store } from '#db/store.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { endpointName } from '#service/forwarding/endpoint.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { createMetrics } from '#service/metrics.ts'
import { lapseSilentRuns } from '#service/projections/lapser.ts'
import { projectNext } from '#service/projections/project-next.ts'
import type { Form } from './answers.ts'
import { arrive, visitStarts } from './arrivals.ts'
import { pick, seededRandom } from './chance.ts'
import { createOrderBook } from './orders.ts'
import { createReceiver, owedFor } from './receiver.ts'
import { uploadFiles } from './upload-files.ts'
import { type Sending, visit } from './visit.ts'

const day = 24 * 3600 * 1000
/** Funnels by how often they are asked for. */
const wanted = ['anmeldung', 'anmeldung', 'anmeldung', 'aenderung', 'aenderung', 'abmeldung', 'zusaetzlich']
/** As the service does; whoever is silent for so long has lapsed. */
const lapseAfterMs = 30 * 60_000

export interface FillSettings {
  store: Store
  piiKey: Uint8Array
  /** Instant at which the days end. */
  until: number
  /** About so many runs; 7000 unless told otherwise. */
  visits?: number
  /** 90 unless told otherwise. */
  days?: number
  seed?: number
  tell?: (line: string) => void
}

/** Fills an empty store with some days through the real ingest and projections; only the clock is the importer's. */
export async function fillStore(settings: FillSettings) {
  const { store, piiKey, until, days = 90, seed = 20, tell } = settings
  const from = until - days * day
  const sendings = inventSendings(settings)
  let clock = from
  const now = () => clock
  const log = pino({ level: 'silent' })
  const ingest = createIngest({ store, now, piiKey, log, metrics: createMetrics() })
  const orders = createOrderBook(store, seededRandom(seed + 1))
  const receiver = createReceiver(store.deliveries, until)
  const counts = { stored: 0, duplicate: 0, rejected: 0 }
  let waiting: Promise<void>[] = []

  async function take({ at, envelope, userAgent }: Sending): Promise<void> {
    const goOn = orders.plan(at)
    for (const [index, result] of (await ingest.accept(envelope, userAgent)).entries()) {
      counts[result.status] += 1
      const form = envelope.events[index]!.form as Form
      if (result.status === 'stored' && result.order) goOn(result.order, form)
    }
  }

  async function project(): Promise<void> {
    const owing = clock > until - owedFor ? { endpoint: endpointName } : {}
    for (;;) {
      const place = await store.projections.live()
      const progress = await projectNext(store, place, { size: 500, now: clock, ...owing })
      if (progress.kind === 'idle') return
      if (progress.kind === 'committed') receiver.owe(progress.jobs.map(({ key }) => key))
    }
  }

  async function endRound(): Promise<void> {
    const accepted = Promise.all(waiting)
    await ingest.flush()
    await accepted
    waiting = []
    await orders.settle(clock)
    await project()
    await lapseSilentRuns({ store, now, lapseAfterMs })
    await project()
    await receiver.deliver(clock)
  }

  let [roundEnds, told] = [from, 0]
  for (const [index, sending] of sendings.entries()) {
    while (sending.at > roundEnds) {
      clock = roundEnds
      await endRound()
      roundEnds += roundOf(until - roundEnds)
    }
    clock = sending.at
    await uploadFiles(store.uploads, sending.envelope, clock)
    waiting.push(take(sending))
    const tenths = Math.floor((10 * (index + 1)) / sendings.length)
    if (tenths > told) tell?.(`  ${(told = tenths) * 10} %, up to ${berlinDay(clock)}`)
  }
  clock = until
  await endRound()
  await ingest.drain()
  return counts
}

/** Between two looks at what lapses and what is owed; the last hours are shown by the minute. */
function roundOf(left: number): number {
  return left > day ? day / 8 : day / 96
}

function inventSendings({ until, visits = 7000, days = 90, seed = 20 }: FillSettings): Sending[] {
  const random = seededRandom(seed)
  const period = { from: until - days * day, to: until }
  const on = (badDay: number) => (at: number) => berlinDay(at) === berlinDay(until - badDay * day)
  const mishaps = { ibanBroken: on(Math.min(5, days - 1)), pageIsOld: on(Math.min(9, days / 2)) }
  const sendings: Sending[] = []
  for (const startedAt of visitStarts(random, period, visits)) {
    const funnel = funnelByType(pick(random, wanted))!
    const arrival = arrive(random, startedAt, period)
    sendings.push(...visit({ random, funnel, startedAt, arrival, ...mishaps }))
  }
  return sendings.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
}
