import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditDimensions } from '#domain/attribution.ts'
import { runCredits } from '#domain/run-credits.ts'
import type { RunState } from '#domain/run-state.ts'
import { createCreditSums } from '#service/reports/as-of/credit-sums.ts'
import { storedEvent } from '#tests/build-events.ts'
import { foldRun } from '#tests/domain/fold-run.ts'

const noon = Date.parse('2026-11-20T11:00:00Z')
const name = fc.constantFrom('a', 'b')
const touches = fc.array(
  fc.record(
    { at: fc.integer({ min: noon - 9 * 86_400_000, max: noon }), source: name, campaign: name, term: name },
    { requiredKeys: ['at'] },
  ),
  { maxLength: 4 },
)
const run = fc
  .record({ ofStart: touches, ofOrder: touches, ordered: fc.boolean(), bot: fc.boolean() })
  .map(({ ofStart, ofOrder, ordered, bot }) => {
    const about = { at: noon, occurredAt: noon }
    const start = storedEvent('start', { ...about, meta: { touches: ofStart, bot } })
    const complete = storedEvent('complete', { ...about, meta: { touches: ofOrder } })
    return ordered ? foldRun(start, complete) : foldRun(start)
  })

type Row = Pick<ReturnType<typeof runCredits>[number], 'model' | 'key' | 'runs' | 'orders' | 'revenueCents'>

/** One row a model and key, without those that come to nothing. */
function addUp(rows: Iterable<Row>) {
  const sums = new Map<string, number>()
  for (const row of rows)
    for (const of of ['runs', 'orders', 'revenueCents'] as const) {
      const sum = `${row.model} ${row.key} ${of}`
      sums.set(sum, (sums.get(sum) ?? 0) + row[of])
    }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))
}

const creditsOf = (runs: readonly RunState[], by: string) =>
  runs.flatMap(runCredits).filter(({ dimension }) => dimension === by)

test('sums of credit are those of the single runs, by every dimension and model', () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), fc.array(run, { maxLength: 2 }), (kept, gone) => {
      const sums = createCreditSums()
      for (const state of [...kept, ...gone]) sums.add(state, 1)
      for (const state of gone) sums.add(state, -1)
      for (const by of creditDimensions) expect(addUp(sums.under(by)), by).toEqual(addUp(creditsOf(kept, by)))
    }),
  )
})
