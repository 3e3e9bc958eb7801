import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { type AttributionModel, attributionModels } from '#domain/attribution/credit-touches.ts'
import type { ConversionState } from '#domain/conversions/conversion.ts'
import type { AdPlatform, ClickId } from '#domain/events/wire-events.ts'
import type { StoredEvent, StoredEventOf, StoredEventType, Touch } from '#domain/events/stored-event.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import type { TestOptions } from '#tests/service/harness.ts'
import { allVariants } from '#tests/variants.ts'
import { type Conversions, bothPlatforms, openConversions } from './open-conversions.ts'

// Compares files and list with what follows from the raw events of random orders and from what was erased, computed in
// another way: contact by contact in hundredths of cents, without the states of the runs.

const [hour, day] = [3600 * 1000, 24 * 3600 * 1000]
/** Time at which the files were read before the list is compared. Payments of the last ten seconds may be missing. */
const readAt = noon - 30 * day
const databases = postgresDatabases('file')

const engines: { name: string; orders: number; options: () => Promise<Partial<TestOptions>> }[] = [
  { name: 'SQLite', orders: allVariants ? 360 : 160, options: async () => ({}) },
  {
    name: 'PostgreSQL',
    orders: allVariants ? 240 : 160,
    async options() {
      const url = await databases.url()
      return { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
    },
  },
]

const anyTouch = fc.record({
  hoursBefore: fc.integer({ min: 0, max: 8 * 24 }),
  kinds: fc.constantFrom<ClickId[][]>(['gclid'], ['msclkid'], ['gclid', 'msclkid'], ['fbclid'], []),
})
const anyEnds = fc.oneof(
  { weight: 3, arbitrary: fc.constant<StoredEventType[]>([]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<StoredEventType[]>(
      ['withdrawal_declared'],
      ['withdrawal_declared', 'withdrawal_revoked'],
      ['withdrawal_declared', 'withdrawn', 'refunded'],
      ['submitted', 'sent'],
      ['submitted', 'failed'],
      ['submitted', 'failed', 'refunded'],
      ['refunded'],
    ),
  },
)
/** Generates `usual` in most cases. */
function rare<Value>(usual: Value, ...others: Value[]) {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

const anyOrder = fc.record({
  hoursAgo: fc.integer({ min: 12, max: 94 * 24 }),
  touches: fc.array(anyTouch, { maxLength: 4 }),
  /** Host of the referrer of the start, if the client reported one. */
  referrer: rare<string | undefined>(undefined, '', 'www.google.com'),
  consent: rare<'marketing' | 'none'>('marketing', 'none'),
  platforms: rare<AdPlatform[]>(['google', 'microsoft'], ['google'], []),
  bot: rare(false, true),
  payment: rare<'money' | 'test' | undefined>('money', 'test', undefined),
  ends: anyEnds,
  erased: rare(false, true),
})
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Value> ? Value : never

interface Stored {
  runId: string
  events: NewEvent[]
  /** Value of each kind of click id in the vault. */
  clickIds: Record<string, string>
}

const kinds = { google: 'gclid', microsoft: 'msclkid' } as const

/** Returns the events of an order. The vault has the newest click id of each kind, as ingest stores it. */
function eventsOf(made: AnyOrder, number: number): Stored {
  const runId = `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
  // Milliseconds differ, so that no two orders and no two touches have the same time.
  const at = noon - made.hoursAgo * hour + number
  const started = at - hour
  const touches = made.touches
    .map(({ hoursBefore, kinds: clickIds }, index): Touch => {
      return {
        at: started - hoursBefore * hour + index,
        source: 'a',
        ...(clickIds.length > 0 && { clickIds }),
      }
    })
    .toSorted((a, b) => a.at - b.at)
  const clickIds: Record<string, string> = {}
  for (const touch of touches)
    for (const kind of touch.clickIds ?? []) clickIds[kind] = `${kind}-${number}-${touch.at}`
  const { consent, bot, platforms } = made
  const meta = { consent, bot, touches }
  const isNamed = consent === 'marketing' && platforms.length > 0
  const event = (type: StoredEventType, time: number, over: object = {}) => {
    const { position: _, ...one } = storedEvent(type, { runId, at: time, ...over })
    return one as NewEvent
  }
  const data = {
    secretHash: 'a'.repeat(64),
    entry: '/',
    ...(made.referrer !== undefined && { referrer: made.referrer }),
  }
  const complete = event('complete', at, {
    meta: { ...meta, ...(isNamed && { consentPlatforms: platforms }) },
    data: { orderNumber: `FL-${number}`, priceCents: number % 3 === 0 ? 7999 : 4999 },
  })
  const paid =
    made.payment === undefined
      ? []
      : [
          event('paid', at + 60_000, {
            data: {
              orderId: complete.id,
              paymentId: `${made.payment === 'test' ? 'test-' : ''}${number}`,
              amountCents: 1,
            },
          }),
        ]
  return {
    runId,
    clickIds: consent === 'marketing' ? clickIds : {},
    events: [
      event('start', started, { meta, data }),
      consent === 'marketing' ? { ...complete, personal: { clickIds } } : complete,
      ...paid,
      ...made.ends.map((type, index) => event(type, at + (2 + index) * 60_000)),
    ],
  }
}

interface Expected {
  number: string
  at: number
  state: ConversionState
  cents: number
  clickId: string | undefined
  retractedAt: number | undefined
}

/** Returns the credited parts of an amount, computed with fractions of all contacts and a largest remainder of cents. */
function parts(model: AttributionModel, times: readonly number[], cents: number): number[] {
  const weightOf: Record<AttributionModel, (index: number) => number> = {
    first: (index) => (index === 0 ? 1 : 0),
    last: (index) => (index === times.length - 1 ? 1 : 0),
    linear: () => 1,
    position: (index) => {
      if (times.length < 3) return 1
      return index === 0 || index === times.length - 1 ? 0.4 : 0.2 / (times.length - 2)
    },
    decay: (index) => Math.pow(0.5, (times.at(-1)! - times[index]!) / day),
  }
  const weights = times.map((_, index) => weightOf[model](index))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const exact = weights.map((weight) => (weight * cents) / total)
  const given = exact.map((part) => Math.floor(part + 1e-9))
  const byRest = exact.map((part, index) => [part - given[index]!, index] as const)
  byRest.sort((one, other) => (Math.abs(other[0] - one[0]) < 1e-6 ? one[1] - other[1] : other[0] - one[0]))
  const missing = cents - given.reduce((sum, part) => sum + part, 0)
  for (const [, index] of byRest.slice(0, missing)) given[index]! += 1
  return given
}

function expectedOf(
  events: readonly StoredEvent[],
  erased: ReadonlySet<string>,
  vault: ReadonlyMap<string, Record<string, string>>,
  { platform, model }: { platform: AdPlatform; model: AttributionModel },
): Expected[] {
  const completes = events.filter((one): one is StoredEventOf<'complete'> => one.type === 'complete')
  return completes.flatMap((complete) => {
    const own = events.filter(({ runId }) => runId === complete.runId)
    const payment = own.find((one): one is StoredEventOf<'paid'> => one.type === 'paid')
    if (!payment || complete.at < noon - 90 * day) return []
    const start = own.find((one): one is StoredEventOf<'start'> => one.type === 'start')!
    const kind = kinds[platform]
    const contacts = complete.meta.touches
      .filter((touch) => start.occurredAt - touch.at <= 7 * day)
      .map((touch) => ({ at: touch.at, has: touch.clickIds?.includes(kind) ?? false }))
    // A visit without a campaign counts: one through a link always, a direct one if there is nothing else.
    const { referrer } = start.data
    const campaign = start.meta.touches.some(
      (touch) => start.meta.consent === 'none' || touch.at >= start.occurredAt - hour / 2,
    )
    if (referrer !== undefined && !campaign && (referrer !== '' || contacts.length === 0))
      contacts.push({ at: start.occurredAt, has: false })
    contacts.sort((one, other) => one.at - other.at)
    const index = contacts.map(({ has }) => has).lastIndexOf(true)
    const { priceCents, orderNumber: number } = complete.data
    const cents =
      index < 0
        ? 0
        : parts(
            model,
            contacts.map(({ at }) => at),
            priceCents,
          )[index]!
    const { consent, consentPlatforms = [], bot } = complete.meta
    const end = own.find(({ type }) => ['withdrawn', 'failed', 'refunded'].includes(type))
    const clickId = erased.has(complete.runId) ? undefined : vault.get(complete.runId)?.[kind]
    const state = payment.data.paymentId.startsWith('test-')
      ? 'testPayment'
      : index < 0
        ? 'noClickId'
        : consent !== 'marketing' || bot || !consentPlatforms.includes(platform)
          ? 'noConsent'
          : cents === 0
            ? 'noValue'
            : end
              ? 'retracted'
              : clickId === undefined
                ? 'removed'
                : payment.at <= readAt - 10_000
                  ? 'reported'
                  : 'available'
    return [{ number, at: complete.at, state, cents, clickId, retractedAt: end?.receivedAt }]
  })
}

const key = ({ number, state, cents }: { number: string; state: string; cents: number }) =>
  `${number} ${state} ${cents}`

const isContained = (state: ConversionState) => state === 'available' || state === 'reported'

const second = (at: number) => Math.floor(at / 1000) * 1000
const sorted = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).toSorted()

for (const { name, orders, options } of engines)
  describe(`random orders on ${name}`, { timeout: 180_000, tags: name === 'SQLite' ? [] : 'slow' }, () => {
    const files = bothPlatforms()
    let conversions: Conversions
    const vault = new Map<string, Record<string, string>>()
    const erased = new Set<string>()
    const events: StoredEvent[] = []

    beforeAll(async () => {
      conversions = await openConversions(await options(), files)
      const { store, clock } = conversions.service
      clock.set(noon)
      const batches: NewEvent[][] = []
      for (const [number, made] of fc.sample(anyOrder, { numRuns: orders, seed: 20261126 }).entries()) {
        const one = eventsOf(made, number)
        vault.set(one.runId, one.clickIds)
        if (number % 20 === 0) batches.push([])
        batches.at(-1)!.push(...one.events)
        if (made.erased) erased.add(one.runId)
      }
      for (const batch of batches) await store.log.append({ events: batch, now: noon })
      await conversions.get('moment')
      const upTo = await store.log.head()
      await store.people.erase([...erased].map((runId) => ({ runId, upTo })))
      clock.set(readAt)
      for (const platform of ['google', 'microsoft'] as const)
        await (await conversions.fetchFile(`${platform}-conversions.csv`)).text()
      clock.set(noon)
      for (;;) {
        const page = await store.log.read(events.at(-1)?.position ?? 0, 1000)
        if (page.length === 0) break
        events.push(...page)
      }
    }, 180_000)
    afterAll(() => conversions.service.close())

    test.each(attributionModels)('have the recounted states in the list, by the model %s', async (model) => {
      files.model = model
      for (const platform of ['google', 'microsoft'] as const) {
        const expected = expectedOf(events, erased, vault, { platform, model })
        const rows = []
        let report = await conversions.audit({ platform })
        rows.push(...report.rows)
        while (report.nextCursor !== null) {
          report = await conversions.audit({ platform, cursor: report.nextCursor })
          rows.push(...report.rows)
        }
        expect(
          rows
            .map((row) => key({ number: row.orderNumber, state: row.state, cents: row.conversionCents }))
            .toSorted(),
        ).toEqual(expected.map(key).toSorted())
        expect(report).toMatchObject({ orders: expected.length, isWhole: true, model })
        for (const [state, count] of Object.entries(report.states)) {
          expect(count, state).toBe(expected.filter((one) => one.state === state).length)
          const only = await conversions.audit({ platform, state })
          expect(only.rows.every((row) => row.state === state)).toBe(true)
          expect(only.rows).toHaveLength(Math.min(count, 50))
        }
        for (const state of ['available', 'reported'] as const)
          expect(report.states[state]).toBeGreaterThan(0)
        const cents = expected.filter(({ state }) => isContained(state)).map((one) => one.cents)
        expect(report.reportedCents).toBe(cents.reduce((sum, one) => sum + one, 0))
      }
    })

    test.each(
      attributionModels.flatMap((model) => [['google', model] as const, ['microsoft', model] as const]),
    )(
      'have the recounted conversions and retractions in the files for %s, by the model %s',
      async (platform, model) => {
        files.model = model
        const expected = expectedOf(events, erased, vault, { platform, model })
        const reported = expected.filter(({ state }) => isContained(state))
        const found = await conversions.readFile(`${platform}-conversions.csv`)
        expect(reported.length).toBeGreaterThan(8)
        expect(sorted(found.conversions)).toEqual(
          sorted(
            reported.map(({ clickId, at, cents, number }) => ({
              clickId,
              name: 'Auftrag',
              at: second(at),
              cents,
              ...(platform === 'google' && { orderNumber: number }),
            })),
          ),
        )
        expect(found.conversions.map(({ at }) => at)).toEqual(
          found.conversions.map(({ at }) => at).toSorted((one, other) => other - one),
        )
        const ended = expected.filter(({ state }) => state === 'retracted')
        const { retractions } = await conversions.readFile(`${platform}-retractions.csv`)
        expect(ended.length).toBeGreaterThan(0)
        expect(sorted(retractions)).toEqual(
          sorted(
            platform === 'google'
              ? ended
                  .filter(({ at }) => at >= noon - 54 * day)
                  .map(({ number, retractedAt }) => ({
                    orderNumber: number,
                    name: 'Auftrag',
                    retractedAt: second(retractedAt!),
                  }))
              : ended
                  .filter(({ clickId }) => clickId !== undefined)
                  .map(({ clickId, at, retractedAt }) => ({
                    clickId,
                    name: 'Auftrag',
                    at: second(at),
                    retractedAt: second(retractedAt!),
                  })),
          ),
        )
      },
    )
  })
