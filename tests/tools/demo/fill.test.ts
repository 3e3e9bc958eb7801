import { allKinds } from '#tests/db/all-kinds.ts'
import { describe, expect, test } from 'vitest'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { fillStore } from '#tools/demo/fill.ts'
import { noon } from '#tests/build-events.ts'
import { openProjectedStore } from '#tests/service/projections/projected-store.ts'

const day = 24 * 3600 * 1000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function filled() {
  const { store, piiKey, close } = await openProjectedStore()
  const counts = await fillStore({ store, piiKey, until: noon, visits: 280, days: 8 })
  const range = { from: dayOf(noon - 8 * day), to: dayOf(noon) }
  const ofFunnel = async (funnel: string, from = range.from, to = range.to) => {
    const query = { funnels: [funnel], from, to, segment: {}, kinds: allKinds }
    const { groups } = await store.reports.counts(query)
    return { measures: groups.flatMap(({ measures }) => measures) }
  }
  const funnels = await Promise.all(
    ['anmeldung', 'abmeldung', 'zusaetzlich', 'aenderung'].map((one) => ofFunnel(one)),
  )
  const brokenDay = await ofFunnel('anmeldung', dayOf(noon - 6 * day), dayOf(noon - 4 * day))
  const credits = await store.reports.attribution({ ...range, model: 'linear', by: 'campaign' })
  const deliveries = await store.outbox.countByState()
  const events = await store.log.read(0, 10_000)
  const { checkpoint } = await store.projections.live()
  const head = await store.log.head()
  const stopped = await store.outbox.stopped('webhook')
  await close()
  return { counts, funnels, brokenDay, credits, deliveries, stopped, checkpoint, head, events }
}

type Filled = Awaited<ReturnType<typeof filled>>

describe('the demo', { timeout: 120_000 }, () => {
  let first: Filled

  test('has orders in every funnel, recovered runs, and a day on which every IBAN was rejected', async () => {
    first = await filled()
    for (const { measures } of first.funnels)
      expect(measures.find(({ measure }) => measure === 'completed')?.runs).toBeGreaterThan(0)
    expect(first.funnels.flatMap(namesOf)).toContain('recovered')
    expect(namesOf(first.brokenDay)).toContain('invalid:3:iban:format')
    expect(first.credits.rows.length).toBeGreaterThan(4)
    // Releases and other events of the operation have positions as well.
    expect(first.checkpoint).toBe(first.head)
  })

  test('has duplicates, rejected events, robots, late events, payments and withdrawals', () => {
    const { counts, events } = first
    expect(counts.duplicate).toBeGreaterThan(0)
    expect(counts.rejected).toBeGreaterThan(0)
    const happened: ((event: StoredEvent) => boolean)[] = [
      ({ meta }) => meta.bot,
      ({ type }) => type === 'paid',
      ({ type }) => type === 'withdrawn',
      ({ at, receivedAt }) => receivedAt - at > 60_000,
    ]
    for (const one of happened) expect(events.some(one), one.toString()).toBe(true)
  })

  test('has delivered, dead and pending messages, because the webhook finally returned 410', () => {
    expect(first.deliveries.map(({ state }) => state).toSorted()).toEqual(['dead', 'delivered', 'pending'])
    expect(first.stopped).toMatchObject({ at: expect.any(Number) })
  })

  test('gives equal figures for equal seeds', async () => {
    const again = await filled()
    for (const figures of ['counts', 'funnels', 'brokenDay', 'credits', 'deliveries', 'stopped'] as const)
      expect(again[figures]).toEqual(first[figures])
  })
})

function namesOf({ measures }: { measures: { measure: string }[] }): string[] {
  return measures.map(({ measure }) => measure)
}
