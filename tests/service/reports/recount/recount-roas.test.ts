import { expect, test } from 'vitest'
import { attributionModels, creditUnit } from '#domain/attribution/credit-touches.ts'
import { type RoasReport, roasContract } from '#domain/reports/roas/shape.ts'
import { costChangesSchema } from '#domain/operations/cost-contract.ts'
import { testToken } from '#tests/service/harness.ts'
import { creditsOf, within } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'
import { onlyOrder, placedWithin } from './recount-placed.ts'
import { type KnownRun, daysOfWorld } from './recount-runs.ts'
import type { World } from './recount-worlds.ts'

// Compares costs and return with figures computed from the raw events and from the files that were sent.

const sources = ['a', 'b', 'google', 'fremd', '']
const campaigns = ['a', 'b', '(none)', 'fremd']

describeRecount('costs and return', (worlds) => {
  test('by campaign, under all models and on either day', async () => {
    const seen = { rows: 0, unmatched: 0, orders: 0 }
    await worlds().inEveryWorld(
      async (world) => {
        const { number, past, range, runs } = world
        const sent = await sendCosts(number, send)
        for (const dayOf of ['start', 'order'] as const) {
          const query = { ...range, ...past, dayOf }
          const report = await worlds().ask(roasContract.shape, 'attribution/roas', query)
          // Costs were sent after the events of the world, so a report as of one of these events has none.
          const costs = past.asOf === undefined ? sent : new Map<string, number>()
          expectReport(report, { costs, runs, range, dayOf })
          seen.rows += report.rows.length
          seen.unmatched += report.unmatched.length
          seen.orders += report.totals.models.linear.orders
        }
      },
      { seenAll: () => Math.min(...Object.values(seen)) > 0 },
    )
  })

  test('as of each of several uploads', async () => {
    let checked = 0
    await worlds().inEveryWorld(
      async ({ number, range, past, delivered, runs, events }) => {
        if (past.asOf !== undefined || events.length !== delivered.length) return
        const uploads = []
        for (const factor of [1, 2, 3]) uploads.push(await sendCosts(number, send, factor))
        const head = await worlds().reports.service.store.log.head()
        // Each upload is two events, one for each day.
        for (const [index, costs] of uploads.entries()) {
          const asOf = head - 2 * (uploads.length - 1 - index)
          const query = { ...range, asOf }
          const report = await worlds().ask(roasContract.shape, 'attribution/roas', query)
          expectReport(report, { costs, runs, range, dayOf: 'start' })
          checked += report.rows.length
        }
      },
      { seenAll: () => checked > 0 },
    )
  })

  async function send(body: string): Promise<void> {
    const response = await worlds().reports.service.app.request('/api/costs', {
      method: 'POST',
      headers: { authorization: `Bearer ${testToken}`, 'content-type': 'text/csv' },
      body,
    })
    expect([200, 201], await response.clone().text()).toContain(response.status)
    costChangesSchema.parse(await response.json())
  }
})

/** Sends costs of the two days of a world. Returns those of each day, source and campaign by a key of the three. */
async function sendCosts(
  number: number,
  send: (body: string) => Promise<void>,
  factor = 1,
): Promise<Map<string, number>> {
  const { first, second } = daysOfWorld(number)
  const costs = new Map<string, number>()
  const lines: string[] = []
  for (const [at, day] of [first, second].entries())
    for (const [index, source] of sources.filter((one) => one !== '').entries())
      for (const [other, campaign] of campaigns.entries()) {
        const costCents = factor * (1 + 997 * at + 331 * index + 73 * other)
        costs.set(JSON.stringify([day, source, campaign]), costCents)
        lines.push(`${day};${source};${campaign};${(costCents / 100).toFixed(2).replace('.', ',')}`)
      }
  await send(`Tag;Quelle;Kampagne;Kosten\n${lines.join('\n')}\n`)
  return costs
}

interface Expected extends Pick<World, 'range'> {
  costs: ReadonlyMap<string, number>
  runs: readonly KnownRun[]
  dayOf: 'start' | 'order'
}

const keyOf = ({ source, campaign }: { source: string; campaign: string }) =>
  JSON.stringify([source, campaign])

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

function expectReport(report: RoasReport, { costs, runs, range, dayOf }: Expected): void {
  const started = within(runs, range)
  const counted = dayOf === 'start' ? started : placedWithin(runs, range).map(onlyOrder)
  const known = new Set(
    attributionModels.flatMap((model) =>
      [started, counted].flatMap((some) => [...creditsOf(some, model, 'sourceCampaign').keys()]),
    ),
  )
  const byCampaign = new Map<string, number>()
  for (const [name, costCents] of costs) {
    const [day, source, campaign] = JSON.parse(name) as [string, string, string]
    const key = JSON.stringify([source, campaign])
    if (day >= range.from && day <= range.to) byCampaign.set(key, (byCampaign.get(key) ?? 0) + costCents)
  }
  const listed = report.rows.map((row) => [keyOf(row), row.costCents] as const)
  const unmatched = report.unmatched.map((row) => [keyOf(row), row.costCents] as const)
  expect(new Map(listed)).toEqual(new Map([...byCampaign].filter(([key]) => known.has(key))))
  expect(new Map(unmatched)).toEqual(new Map([...byCampaign].filter(([key]) => !known.has(key))))
  expect(report.totals.costCents).toBe(sum(listed.map(([, costCents]) => costCents)))
  expect(report.unmatchedCents).toBe(sum(unmatched.map(([, costCents]) => costCents)))
  for (const model of attributionModels) {
    const credits = creditsOf(counted, model, 'sourceCampaign')
    for (const { models, costCents, ...names } of report.rows) {
      const { orders = 0, netRevenueCents = 0 } = credits.get(keyOf(names)) ?? {}
      const found = models[model]
      const net = Math.round(netRevenueCents / 1.19)
      const fraction = orders / creditUnit
      expect(found).toMatchObject({ orders: fraction, netRevenueCents })
      expect(found.roas.value).toBe(netRevenueCents / costCents)
      expect(found.contributionCents.value).toBe(net - costCents)
      expect(found.costPerOrderCents.value).toBe(fraction === 0 ? null : costCents / fraction)
      expect(found.breakEvenCents).toBe(fraction === 0 ? null : Math.round(net / fraction))
      expectWithin(found.roas)
      expectWithin(found.contributionCents)
      expectWithin(found.costPerOrderCents)
    }
    expect(report.totals.models[model].netRevenueCents).toBe(
      sum(report.rows.map(({ models }) => models[model].netRevenueCents)),
    )
  }
  expectTurns(report)
}

function expectWithin({ value, low, high }: RoasReport['rows'][number]['models']['last']['roas']): void {
  if (value === null) return
  expect(low ?? value).toBeLessThanOrEqual(value)
  expect(high ?? value).toBeGreaterThanOrEqual(value)
}

const named = ({ better, worse }: RoasReport['rankingTurns'][number]) =>
  [better, worse]
    .map(({ source, campaign }) => `${source}/${campaign}`)
    .toSorted()
    .join(' ')

/** Expects a warning exactly for the pairs of campaigns whose order by ROAS is not the same under all models. */
function expectTurns({ rows, rankingTurns }: RoasReport): void {
  const pairs = rows.flatMap((one, index) => rows.slice(index + 1).map((other) => [one, other] as const))
  const turned = pairs.filter(([one, other]) => {
    const signs = new Set(
      attributionModels.map((model) =>
        Math.sign(one.models[model].roas.value! - other.models[model].roas.value!),
      ),
    )
    return signs.has(1) && signs.has(-1)
  })
  const expected = turned.map((pair) =>
    pair
      .map((row) => `${row.source}/${row.campaign}`)
      .toSorted()
      .join(' '),
  )
  if (rankingTurns.length < 20)
    expect(
      rankingTurns
        .filter(({ by }) => by === 'roas')
        .map(named)
        .toSorted(),
    ).toEqual(expected.toSorted())
}
