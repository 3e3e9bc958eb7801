import { describe, expect, test } from 'vitest'
import { type AttributionModel, attributionModels, creditUnit } from '#domain/attribution/credit-touches.ts'
import { type RoasData, roasReport } from '#domain/reports/roas/compute.ts'
import { maxCampaigns, maxTurns, maxUnmatched, roasContract } from '#domain/reports/roas/shape.ts'

const about = { from: '2026-11-01', to: '2026-11-30', dayOf: 'start' as const }
const day = '2026-11-03'

type Orders = Partial<Record<AttributionModel, number>>

/** Returns the credits of a campaign whose orders have the price 119,00 € and are all paid. */
function credits(campaign: string, orders: Orders) {
  return attributionModels.map((model) => ({
    model,
    key: JSON.stringify(['google', campaign]),
    runs: creditUnit,
    orders: (orders[model] ?? 0) * creditUnit,
    revenueCents: (orders[model] ?? 0) * 11_900,
    netRevenueCents: (orders[model] ?? 0) * 11_900,
  }))
}

const cost = (campaign: string, costCents: number, on = day) => ({
  day: on,
  source: 'google',
  campaign,
  costCents,
})

function report(costs: RoasData['costs'], ...funnels: RoasData['funnels']) {
  return roasContract.shape.parse(roasReport(about, { asOfPosition: 9, costs, funnels }))
}

const all = (orders: number): Orders => ({
  first: orders,
  last: orders,
  linear: orders,
  position: orders,
  decay: orders,
})

describe('the costs of a campaign', () => {
  test('are compared with what it brought, without VAT', () => {
    const { rows, totals, breakEvenRoas } = report(
      [cost('umzug', 15_000), cost('umzug', 5000, '2026-11-04')],
      credits('umzug', all(4)),
    )
    expect(rows).toMatchObject([{ source: 'google', campaign: 'umzug', costCents: 20_000 }])
    const { costPerOrderCents, roas, contributionCents, ...sums } = rows[0]!.models.linear
    expect(sums).toEqual({ orders: 4, netRevenueCents: 47_600, breakEvenCents: 10_000 })
    expect(costPerOrderCents.value).toBe(5000)
    expect(roas.value).toBe(2.38)
    expect(contributionCents.value).toBe(20_000)
    // Four orders can be 1.09 to 10.24.
    expect(costPerOrderCents.low! / (20_000 / 10.24)).toBeCloseTo(1, 2)
    expect(costPerOrderCents.high! / (20_000 / 1.09)).toBeCloseTo(1, 1)
    expect(roas.high! / roas.value!).toBeCloseTo(10.24 / 4, 1)
    expect(Math.abs(contributionCents.low! - ((roas.low! * 20_000) / 1.19 - 20_000))).toBeLessThanOrEqual(1)
    expect(totals).toEqual({ costCents: 20_000, models: rows[0]!.models })
    expect(breakEvenRoas).toBe(1.19)
  })

  test('have bounds without an order, too, if another campaign shows the price', () => {
    const { rows } = report([cost('leer', 1000)], [...credits('leer', {}), ...credits('umzug', all(1))])
    const { costPerOrderCents, roas, contributionCents, breakEvenCents } = rows[0]!.models.last
    expect([costPerOrderCents.value, costPerOrderCents.high, breakEvenCents]).toEqual([null, null, null])
    expect(costPerOrderCents.low! / (1000 / 3.69)).toBeCloseTo(1, 1)
    expect([roas.value, roas.low]).toEqual([0, 0])
    expect(roas.high! / ((11_900 * 3.69) / 1000)).toBeCloseTo(1, 1)
    expect([contributionCents.value, contributionCents.low]).toEqual([-1000, -1000])
  })

  test('have no bounds of the revenue if no price is known', () => {
    const { rows } = report([cost('leer', 1000)], credits('leer', {}))
    expect(rows[0]!.models.last.roas).toEqual({ value: 0, low: null, high: null })
  })

  test('that no contact matches are listed, with a campaign that is written alike', () => {
    const { rows, unmatched, unmatchedCents, campaigns } = report(
      [cost('Um-Zug', 700), cost('fremd', 900), cost('fremd', 100, '2026-11-01'), cost('umzug', 1)],
      credits('umzug', all(1)),
    )
    expect(rows.map(({ campaign }) => campaign)).toEqual(['umzug'])
    expect(unmatched).toEqual([
      {
        source: 'google',
        campaign: 'fremd',
        costCents: 1000,
        from: '2026-11-01',
        to: day,
        similar: null,
      },
      {
        source: 'google',
        campaign: 'Um-Zug',
        costCents: 700,
        from: day,
        to: day,
        similar: { source: 'google', campaign: 'umzug' },
      },
    ])
    expect([unmatchedCents, campaigns]).toEqual([1700, 3])
  })

  test('are none at first', () => {
    const { rows, totals, unmatched, rankingTurns } = report([], credits('umzug', all(1)))
    expect([rows, unmatched, rankingTurns]).toEqual([[], [], []])
    expect(totals.models.last.roas).toEqual({ value: null, low: null, high: null })
  })

  test('are listed for a bounded number of campaigns, and summed for all', () => {
    const names = Array.from({ length: maxCampaigns + 5 }, (_, index) => `c${index}`)
    const known = report(
      names.map((name, index) => cost(name, 1 + index)),
      names.flatMap((name) => credits(name, all(1))),
    )
    const unknown = report(names.map((name, index) => cost(name, 1 + index)))
    const sum = (505 * 506) / 2
    expect([known.rows.length, known.totals.costCents, known.rows[0]!.costCents]).toEqual([500, sum, 505])
    expect(known.totals.models.decay.orders).toBe(505)
    expect([unknown.unmatched.length, unknown.unmatchedCents]).toEqual([maxUnmatched, sum])
  })
})

describe('the ranking', () => {
  test('turns where one campaign is better under some models and worse under others', () => {
    const { rankingTurns } = report(
      [cost('suche', 1000), cost('video', 1000), cost('mail', 500)],
      [
        ...credits('suche', { ...all(2), last: 3 }),
        ...credits('video', { ...all(3), last: 2, position: 2 }),
        ...credits('mail', all(9)),
      ],
    )
    const [better, worse] = [
      { source: 'google', campaign: 'video', models: ['first', 'linear', 'decay'] },
      { source: 'google', campaign: 'suche', models: ['last'] },
    ]
    expect(rankingTurns).toEqual([
      { by: 'roas', better, worse },
      { by: 'contribution', better, worse },
    ])
  })

  test('by ROAS can turn where that by contribution does not', () => {
    const { rankingTurns } = report(
      [cost('gross', 100_000), cost('klein', 1000)],
      [...credits('gross', all(90)), ...credits('klein', { ...all(1), first: 0 })],
    )
    expect(rankingTurns.map(({ by }) => by)).toEqual(['roas'])
  })

  test('is the same if the models agree, and lists a bounded number of turns', () => {
    const names = Array.from({ length: 12 }, (_, index) => `c${index}`)
    const costs = names.map((name) => cost(name, 1000))
    const same = names.flatMap((name, index) => credits(name, all(index)))
    const turned = names.flatMap((name, index) => credits(name, { ...all(index), last: 12 - index }))
    expect(report(costs, same).rankingTurns).toEqual([])
    expect(report(costs, turned).rankingTurns).toHaveLength(maxTurns)
  })
})
