import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { variantOf } from '#domain/experiments/assign-variant.ts'
import type { ServiceEventType, StoredEvent } from '#domain/events/stored-event.ts'
import { modelsContract } from '#domain/reports/attribution/shape.ts'
import { dropOffContract } from '#domain/reports/drop-off/shape.ts'
import { type ExperimentsReport, experimentsContract } from '#domain/reports/experiments/shape.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { FunnelOf } from '#domain/funnels/index.ts'
import { type Random, between, happens, pick, seededRandom } from '#domain/invented-data/chance.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import {
  experiment,
  triedAnmeldung,
  triedFunnelOf,
} from '#tests/domain/experiments/funnel-with-experiment.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import type { TestOptions } from '#tests/service/harness.ts'
import {
  type Reports,
  day,
  hour,
  minute,
  openReports,
  run,
  second,
} from '#tests/service/reports/open-reports.ts'

const from = Date.parse(experiment.from)

/** Version 2 has the present steps, version 1 has others. */
const laterAnmeldung: Funnel = {
  ...triedAnmeldung,
  version: 3,
  earlierVersions: [
    { version: 1, steps: ['person', 'zahlung', 'wohnung', 'abschluss'] },
    { version: 2, steps: triedAnmeldung.steps.map(({ name }) => name) },
  ],
}
const laterFunnelOf: FunnelOf = (type) =>
  type === laterAnmeldung.type ? laterAnmeldung : triedFunnelOf(type)
const isOfPresentSteps = (events: readonly StoredEvent[]) => events[0]!.funnelVersion > 1

const own = (runId: string) => {
  const assigned = variantOf(triedAnmeldung, runId)
  return assigned && { experiment: assigned.experiment.key, variant: assigned.variant.key }
}

/** What a page can claim about its variant. */
const claims = {
  right: (runId: string) => [own(runId)].flatMap((one) => one ?? []),
  other: (runId: string) => [
    { experiment: experiment.key, variant: own(runId)?.variant === 'a' ? 'b' : 'a' },
  ],
  unknown: (runId: string) => [{ experiment: 'gone', variant: 'b' }, ...claims.right(runId)],
  none: () => undefined,
}

const browsers = ['Mozilla/5.0 Chrome/140.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)']

/** Sends the events of a random visitor, and appends what becomes of the order. */
async function sendRun(reports: Reports, random: Random): Promise<string> {
  const startsAt = from + between(random, -hour, 3 * day)
  // The ids follow from the seed, so the samples are always the same.
  const bytes = Uint8Array.from({ length: 16 }, () => between(random, 0, 255))
  const runId = happens(random, 0.05) ? uuidv4({ random: bytes }) : uuidv7({ msecs: startsAt, random: bytes })
  const funnelVersion = pick(random, [1, 2, 3, 3])
  const event = run(runId)
  const userAgent = happens(random, 0.08) ? browsers[1]! : browsers[0]!
  const touches = happens(random, 0.4)
    ? [{ at: new Date(startsAt).toISOString(), utm_source: 'google', utm_medium: 'cpc' }]
    : []
  const claim = pick(random, ['right', 'right', 'right', 'right', 'other', 'unknown', 'none'] as const)
  let at = startsAt
  const send = (...[type, over]: [Parameters<typeof event>[0], object?]) => {
    at += between(random, second, 5 * minute)
    return reports.send({ at, touches, userAgent }, event(type, at, { funnelVersion, ...over }))
  }
  const start = { secretHash: 'a'.repeat(64), entry: '/', variants: claims[claim](runId) }
  // Some starts arrive last, others never.
  const place = pick(random, ['first', 'first', 'first', 'last', 'never'])
  if (place === 'first') await send('start', { data: start })
  const steps = pick(random, [0, 1, 2, 3, 4, 4, 4])
  for (let step = 1; step <= Math.min(steps, 3); step += 1) {
    if (happens(random, 0.3))
      await send('invalid', { step, data: { fields: [{ field: 'email', rule: 'format' }] } })
    await send('step', { step, form: {} })
  }
  if (steps < 4 && happens(random, 0.5)) await send('abandon', { step: steps + 1 })
  if (place === 'last') await send('start', { data: start })
  if (steps === 4) {
    await send('complete')
    await endOrder(reports, random, runId)
  }
  return runId
}

async function endOrder(reports: Reports, random: Random, runId: string): Promise<void> {
  const last = (await reports.service.store.log.readRun(runId)).at(-1)!
  if (last.type !== 'complete') return
  const orderId = last.id
  const add = async (type: ServiceEventType, data: object, cause = orderId) =>
    reports.append({
      ...serviceEvent(type, cause, { orderId, ...data }, last, last.at + hour),
      position: 0,
    })
  // Some customers write more than once; others before they pay, or without ever paying.
  const requests = pick(random, [0, 0, 1, 2])
  for (let request = 1; request <= requests; request += 1)
    await add('support_requested', { request: String(request) }, `${orderId}:${request}`)
  if (happens(random, 0.3)) return
  await add('paid', { paymentId: 'payment', amountCents: last.data.priceCents })
  if (happens(random, 0.3)) await add('withdrawn', {})
  else if (happens(random, 0.2)) await add('refunded', { amountCents: 4999, by: 'operator' })
}

const has = (events: readonly StoredEvent[], ...types: string[]) =>
  events.some(({ type }) => types.includes(type))

const channelOf = (events: readonly StoredEvent[]) =>
  events.find(({ type }) => type === 'start')!.meta.touches.length > 0 ? 'Paid Search' : 'none'

const furthest = (events: readonly StoredEvent[]) =>
  has(events, 'complete') ? 4 : Math.max(0, ...events.map(({ type, step }) => (type === 'step' ? step : 0)))

const isCounted = (events: readonly StoredEvent[]) =>
  isOfPresentSteps(events) && (!events.some(({ meta }) => meta.bot) || has(events, 'paid'))

/** Counts the runs of a variant from the events alone. */
function recount(runs: readonly (readonly StoredEvent[])[], variant: string) {
  const counted = runs.filter((events) => {
    const start = events.find(({ type }) => type === 'start')
    const named = start?.type === 'start' && start.data.variants
    return (
      named &&
      named.some((one) => one.experiment === experiment.key && one.variant === variant) &&
      isCounted(events)
    )
  })
  const ordered = counted.filter((events) => has(events, 'complete'))
  const paid = ordered.filter((events) => has(events, 'paid') && !has(events, 'withdrawn', 'refunded'))
  const stages = [0, 1, 2, 3, 4].map((stage) => counted.filter((events) => furthest(events) >= stage).length)
  const sums = (some: readonly (readonly StoredEvent[])[]) => ({
    runs: some.length,
    orders: some.filter((events) => ordered.includes(events)).length,
    netRevenueCents: 4999 * some.filter((events) => paid.includes(events)).length,
  })
  return {
    stages,
    reached: stages[2],
    orders: ordered.length,
    paid: paid.length,
    revenueCents: 4999 * ordered.length,
    netRevenueCents: 4999 * paid.length,
    unpaid: ordered.filter((events) => !has(events, 'paid')).length,
    withdrawn: ordered.filter((events) => has(events, 'withdrawn')).length,
    support: ordered.filter((events) => has(events, 'support_requested')).length,
    refusedInStep3: counted.filter((events) =>
      events.some(({ type, step }) => type === 'invalid' && step === 3),
    ).length,
    ofSearch: sums(counted.filter((events) => channelOf(events) === 'Paid Search')),
  }
}

const databases = postgresDatabases('file')
const engines: { name: string; options: () => Promise<Partial<TestOptions>> }[] = [
  { name: 'SQLite', options: async () => ({}) },
  {
    name: 'PostgreSQL',
    async options() {
      const url = await databases.url()
      return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
    },
  },
]

describe.each(engines)('the report on experiments on $name', { timeout: 120_000 }, ({ options }) => {
  let reports: Reports
  let report: ExperimentsReport
  /** The report after half of the runs. */
  let earlier: ExperimentsReport
  const runs: (readonly StoredEvent[])[] = []
  beforeAll(async () => {
    reports = await openReports({ ...(await options()), funnelOf: laterFunnelOf })
    const random = seededRandom(11)
    for (let index = 0; index < 150; index += 1) {
      const runId = await sendRun(reports, random)
      runs.push(await reports.service.store.log.readRun(runId))
      if (index === 75) earlier = await readNow()
    }
    reports.service.clock.set(from + 4 * day)
    report = experimentsContract.shape.parse(await (await reports.get('experiments?lift=20')).json())
  }, 120_000)
  afterAll(() => reports.service.close())

  /** Reads the report at the time of the last event. */
  async function readNow(): Promise<ExperimentsReport> {
    const { log } = reports.service.store
    reports.service.clock.set((await log.timeAt(await log.head()))!)
    const response = await reports.get('experiments?lift=20')
    expect(response.status, await response.clone().text()).toBe(200)
    return experimentsContract.shape.parse(await response.json())
  }

  test('counts what the events say, for each variant', () => {
    const [shown, ...others] = report.experiments
    expect(others).toEqual([])
    expect(shown).toMatchObject({ experiment: 'interval', funnel: 'anmeldung', step: 3, state: 'running' })
    expect(shown!.isRatioWrong).toBe(false)
    for (const row of shown!.variants) {
      const expected = recount(runs, row.variant)
      // Otherwise the comparison would say nothing.
      const { stages, orders, paid, unpaid, support } = expected
      expect(Math.min(stages[0]!, orders, paid, unpaid, support, orders - support)).toBeGreaterThan(0)
      const refusals = row.invalid.filter(({ step }) => step === 3)
      const search = row.channels.find(({ channel }) => channel === 'Paid Search')
      expect({
        stages: row.stages,
        reached: row.reached,
        orders: row.orders,
        paid: row.paid,
        revenueCents: row.revenueCents,
        netRevenueCents: row.netRevenueCents,
        unpaid: row.unpaid.orders,
        withdrawn: row.withdrawn.orders,
        support: row.support.orders,
        refusedInStep3: refusals.reduce((sum, one) => sum + one.runs, 0),
        ofSearch: search && {
          runs: search.runs,
          orders: search.orders,
          netRevenueCents: search.netRevenueCents,
        },
      }).toEqual(expected)
      expect(row.channels.reduce((sum, one) => sum + one.runs, 0)).toBe(row.runs)
    }
  })

  test('counts only runs whose start names the variant of their id', () => {
    const starts = runs.flat().filter((event) => event.type === 'start')
    expect(new Set(starts.map(({ data }) => data.variants?.length ?? 0))).toEqual(new Set([0, 1]))
    for (const { runId, data } of starts) if (data.variants) expect(data.variants).toEqual([own(runId)])
  })

  test('says what further experiments would need', () => {
    const plans = report.plans.filter(({ funnel }) => funnel === 'abmeldung')
    expect(plans).toEqual(
      [2, 3, 4].map((step) => ({
        funnel: 'abmeldung',
        step,
        reachedPerDay: 0,
        rate: 0,
        plannedRate: null,
        neededRuns: null,
        neededDays: null,
      })),
    )
    const plan = report.plans.find(({ funnel, step }) => funnel === 'anmeldung' && step === 3)!
    expect(plan.rate).toBeGreaterThan(0)
    const reached = runs.filter((events) => furthest(events) >= 2 && isCounted(events))
    expect(plan.reachedPerDay).toBeCloseTo(reached.length / 28)
    expect(runs.some((events) => furthest(events) >= 2 && !isOfPresentSteps(events))).toBe(true)
    expect(plan.neededDays).toBe(Math.ceil(plan.neededRuns! / plan.reachedPerDay))
  })

  test('is, as of an earlier position, the report of that time', async () => {
    const { asOfPosition, experiments } = earlier
    const path = `experiments?lift=20&asOf=${asOfPosition}`
    await expect.poll(async () => (await reports.get(path)).status).toBe(200)
    const { since, ...past } = (await (await reports.get(path)).json()) as ExperimentsReport & {
      since: { newRuns: number }
    }
    expect(past).toEqual(earlier)
    expect(experiments[0]!.variants[0]!.runs).toBeGreaterThan(0)
    expect(experiments[0]!.variants[0]!.runs).toBeLessThan(report.experiments[0]!.variants[0]!.runs)
    expect(since.newRuns).toBeGreaterThan(0)
    const refused = await reports.get(`experiments?asOf=${report.asOfPosition + 1}`)
    expect(refused.status).toBe(400)
  })

  test('is a table as well, with a line per variant and per plan', async () => {
    const text = await (await reports.get('experiments.csv?lift=20')).text()
    const [head = '', ...lines] = text.trimEnd().split('\r\n')
    const columns = head.split(',')
    const rows = lines.map((line) => {
      const cells = line.replaceAll(/"(?:[^"]|"")*"/g, 'quoted').split(',')
      expect(cells).toHaveLength(columns.length)
      return Object.fromEntries(cells.map((cell, index) => [columns[index]!.replace('\uFEFF', ''), cell]))
    })
    expect(rows.filter(({ record }) => record === 'plan')).toHaveLength(report.plans.length)
    expect(rows.filter(({ record }) => record === 'variant')).toMatchObject(
      report.experiments[0]!.variants.map((row) => ({
        experiment: experiment.key,
        variant: row.variant,
        variantRuns: String(row.runs),
        reachedRuns: String(row.reached),
        orders: String(row.orders),
        netRevenueCents: String(row.netRevenueCents),
        unpaidOrders: String(row.unpaid.orders),
        supportOrders: String(row.support.orders),
      })),
    )
  })

  test('has the same figures of a variant as the drop-off filtered by it', async () => {
    for (const row of report.experiments[0]!.variants) {
      const query = `funnel=anmeldung&from=2026-11-01&to=2026-12-31&variant=${experiment.key}:${row.variant}`
      const response = await reports.get(`drop-off?${query}`)
      const dropOff = dropOffContract.shape.parse(await response.json())
      expect(dropOff.stages.map((stage) => stage.runs)).toEqual(row.stages)
      const attributed = await reports.get(
        `attribution/models?from=2026-11-01&to=2026-12-31&by=channel&variant=${experiment.key}:${row.variant}`,
      )
      // Runs of versions with other steps are part of the attribution.
      const { totals } = modelsContract.shape.parse(await attributed.json())
      expect(totals.last.orders).toBeGreaterThanOrEqual(row.orders)
    }
  })

  test('refuses a lift that is not a percentage', async () => {
    for (const lift of ['0', '101', 'x', '1.5'])
      expect((await reports.get(`experiments?lift=${lift}`)).status).toBe(400)
  })
})

/** Returns the id of a run that has the variant. */
const idOf = (variant: string) => {
  for (;;) {
    const runId = uuidv7({ msecs: noon })
    if (own(runId)?.variant === variant) return runId
  }
}

describe('the rules of an order', () => {
  let reports: Reports
  beforeAll(async () => {
    reports = await openReports({ funnelOf: triedFunnelOf })
  })
  afterAll(() => reports.service.close())

  const { zahlungsrhythmus: _, ...form } = anmeldungForm
  const order = (runId: string) =>
    reports.service.post({
      sentAt: new Date(noon).toISOString(),
      context: {
        sessionId: runId,
        sessionStartedAt: new Date(noon).toISOString(),
        device: 'mobile',
        consent: 'none',
      },
      events: [run(runId)('complete', noon, { form })],
    })

  test('are those of the variant that follows from the run id, whatever the page says', async () => {
    expect((await order(idOf('b'))).body.results[0]).toMatchObject({ status: 'stored' })
    expect((await order(idOf('a'))).body.results[0]).toMatchObject({
      status: 'rejected',
      issues: [{ path: 'form.zahlungsrhythmus', code: 'required' }],
    })
  })
})
