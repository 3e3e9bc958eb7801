import { pino } from 'pino'
import type { Store } from '#db/store.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { createMetrics } from '#service/metrics.ts'
import { takePayment } from '#service/orders/take-payment.ts'
import { lapseSilentRuns } from '#service/projections/lapser.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { arrive, visitStarts } from './arrivals.ts'
import { happens, pick, seededRandom } from './chance.ts'
import { uploadFiles } from './upload-files.ts'
import { type Sending, visit } from './visit.ts'

const day = 24 * 3600 * 1000
/** Funnels by how often they are asked for. */
const wanted = ['anmeldung', 'anmeldung', 'anmeldung', 'aenderung', 'aenderung', 'abmeldung', 'zusaetzlich']

export interface FillSettings {
  store: Store
  piiKey: Uint8Array
  /** Instant at which the 90 days end. */
  until: number
  visits?: number
  /** 90 unless told otherwise. */
  days?: number
  seed?: number
  tell?: (line: string) => void
}

/** Fills an empty store with 90 days through the real ingest and projections; only the clock is the importer's. */
export async function fillStore({
  store,
  piiKey,
  until,
  visits = 8000,
  days = 90,
  seed = 20,
  tell,
}: FillSettings) {
  const random = seededRandom(seed)
  const period = { from: until - days * day, to: until }
  const badDay = berlinDay(until - 5 * day)
  const sendings: Sending[] = []
  for (const startedAt of visitStarts(random, period, visits)) {
    const funnel = funnelByType(pick(random, wanted))!
    const arrival = arrive(random, startedAt, period)
    const ibanBroken = (at: number) => berlinDay(at) === badDay
    sendings.push(...visit({ random, funnel, startedAt, arrival, ibanBroken }))
  }
  const due = sendings.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
  let clock = period.from
  const now = () => clock
  const ingest = createIngest({
    store,
    now,
    piiKey,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  const counts = { stored: 0, duplicate: 0, rejected: 0 }
  let roundEnds = period.from + day / 8
  let waiting: Promise<void>[] = []
  const orders: { id: string; number: string }[] = []

  async function take(envelope: Sending['envelope'], userAgent: string, payer: boolean): Promise<void> {
    for (const result of await ingest.accept(envelope, userAgent)) {
      counts[result.status] += 1
      if (result.status === 'stored' && result.order && payer) orders.push(result.order)
    }
  }

  async function endRound(): Promise<void> {
    const accepted = Promise.all(waiting)
    await ingest.flush()
    await accepted
    waiting = []
    for (const { id } of orders.splice(0)) {
      const { priceCents } = (await store.log.find({ id }))!.data as { priceCents: number }
      const report = { paymentId: `demo-${id}`, amountCents: priceCents, status: 'paid' }
      await takePayment(store.log, id, report, clock)
    }
    const settings = { size: 500, now: clock }
    while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
    await lapseSilentRuns({ store, now, lapseAfterMs: 30 * 60_000 })
    while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
  }

  for (const [index, { at, envelope, userAgent }] of due.entries()) {
    while (at > roundEnds) {
      clock = roundEnds
      await endRound()
      roundEnds += day / 8
    }
    clock = at
    const payer = happens(random, 0.88)
    await uploadFiles(store.uploads, envelope, at)
    waiting.push(take(envelope, userAgent, payer))
    if (index % 5000 === 4999) tell?.(`  ${index + 1} of ${due.length} requests`)
  }
  clock = until
  await endRound()
  await ingest.drain()
  return counts
}
