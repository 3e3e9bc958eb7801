import { expect, test } from 'vitest'
import { experimentsReport } from '#domain/reports/experiments/compute.ts'
import { difference, errorRate } from '#domain/reports/experiments/difference.ts'
import { noon } from '#tests/build-events.ts'
import { triedAnmeldung } from '#tests/domain/experiments/funnel-with-experiment.ts'

test('the guardrails share the error rate of the plan, and the steps that of the times', () => {
  const timedRuns = { 'seconds:3:20': 200, 'seconds:3:30': 200, 'seconds:4:20': 200, 'seconds:4:30': 200 }
  const single = { completed: 400, unpaid: 100, withdrawn: 100, support: 100 }
  const byVariant = ['a', 'b'].flatMap((variant) =>
    Object.entries({ ...timedRuns, ...single }).map(([measure, runs]) => ({
      measure: `variant:interval:${variant}:${measure}`,
      runs,
    })),
  )
  const about = { asOfPosition: 0, lift: 10, now: noon }
  const report = experimentsReport(about, [{ funnel: triedAnmeldung, byVariant, recent: [] }])
  const { unpaid, withdrawn, support, slowRuns } = report.experiments[0]!.variants[1]!
  const arm = { runs: 400, orders: 100 }
  const expected = difference(arm, arm, { spread: 0.05, alpha: errorRate / 4 })
  for (const guardrail of [unpaid, withdrawn, support]) expect(guardrail.difference).toEqual(expected)
  const timed = { runs: 400, orders: 200 }
  const slow = difference(timed, timed, { spread: 0.1, alpha: errorRate / 4 / 2 })
  expect(slowRuns.map((one) => one.difference)).toEqual([slow, slow])
})
