import { expect, test } from 'vitest'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { funnels } from '#domain/funnels/index.ts'
import { goalChangesSchema } from '#domain/operations/goal.ts'
import { goalsContract } from '#domain/reports/goals/shape.ts'
import { testToken } from '#tests/service/harness.ts'
import { describeRecount } from '#tests/service/reports/recount/recount-engines.ts'
import { salesOf } from '#tests/service/reports/recount/recount-figures.ts'
import { berlin, daysOfWorld, knownRuns } from '#tests/service/reports/recount/recount-runs.ts'

// Compares what was reached in each month with figures computed from the raw events, and the goals with those that were
// sent. The worlds share their months, so the events of all worlds count.

interface Sent {
  position: number
  month: string
  funnel: string | null
  metric: 'orders' | 'netRevenueCents'
  value: number | null
}

const metrics = ['orders', 'netRevenueCents'] as const

describeRecount('goals', (worlds) => {
  test('of each month and funnel, in the present and the past', async () => {
    const sent: Sent[] = []
    const earlier: StoredEvent[] = []
    const seen = { goals: 0, orders: 0, past: 0 }

    async function send(goals: readonly Omit<Sent, 'position'>[]): Promise<void> {
      const response = await worlds().reports.service.app.request('/api/goals', {
        method: 'POST',
        headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          goals: goals.map(({ funnel, ...goal }) => ({ ...goal, ...(funnel !== null && { funnel }) })),
        }),
      })
      expect([200, 201], await response.clone().text()).toContain(response.status)
      const { position } = goalChangesSchema.parse(await response.json())
      const head = await worlds().reports.service.store.log.head()
      sent.push(...goals.map((goal) => ({ ...goal, position: position ?? head })))
    }

    await worlds().inEveryWorld(
      async ({ number, past, range, delivered, events }) => {
        const { store, clock } = worlds().reports.service
        const month = berlin(daysOfWorld(number).at).slice(0, 7)
        const goal = { month, funnel: number % 3 === 0 ? null : 'anmeldung', metric: metrics[number % 2]! }
        await send([{ ...goal, value: 100 + number }])
        // Every fifth world removes a goal of the months before.
        if (number % 5 === 4) {
          const [{ month: of, funnel, metric }] = sent as [Sent]
          await send([{ month: of, funnel, metric, value: null }])
        }
        const position = past.asOf ?? (await store.log.head())
        const now = past.asOf === undefined ? clock.now() : (await store.log.timeAt(position))!
        const report = await worlds().ask(goalsContract.shape, 'goals', { ...range, ...past })
        const runs = knownRuns([...earlier, ...events])
        const known = sent.filter((one) => past.asOf === undefined || one.position <= past.asOf)
        const last = (wanted: Omit<Sent, 'position' | 'value'>) =>
          known.findLast((one) => nameOf(one) === nameOf(wanted))?.value ?? null
        const months = [...new Set([range.to.slice(0, 7), range.from.slice(0, 7)])]
        const expected = months.flatMap((each) =>
          [null, ...funnels.map(({ type }) => type)].map((funnel) => {
            const placed = runs.filter(
              (run) =>
                run.order &&
                berlin(run.order.at).startsWith(each) &&
                (funnel === null || run.funnel === funnel),
            )
            const { orders, netRevenueCents } = salesOf(placed)
            const today = berlin(now).slice(0, 7)
            return {
              month: each,
              state: each === today ? 'running' : each < today ? 'past' : 'future',
              funnel,
              orders: { goal: last({ month: each, funnel, metric: 'orders' }), reached: orders },
              netRevenueCents: {
                goal: last({ month: each, funnel, metric: 'netRevenueCents' }),
                reached: netRevenueCents,
              },
            }
          }),
        )
        expect(report).toMatchObject({ today: berlin(now), rows: expected })
        earlier.push(...delivered)
        seen.goals += expected.filter((row) => row.orders.goal ?? row.netRevenueCents.goal).length
        seen.orders += expected[0]!.orders.reached
        if (past.asOf !== undefined) seen.past += 1
      },
      { seenAll: () => Math.min(...Object.values(seen)) > 0 },
    )
  })
})

const nameOf = ({ month, funnel, metric }: Omit<Sent, 'position' | 'value'>) => `${month} ${funnel} ${metric}`
