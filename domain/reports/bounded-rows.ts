import { type AttributionModel, otherKey } from '#domain/attribution/credit-touches.ts'
import { compareText } from './rows.ts'

/** Maximum number of keys listed in separate rows; all other keys are summed in an additional row, `(other)`. */
export const maxRows = 2000

interface CreditedKey {
  key: string
  /** Absent if the report has only one model. */
  model?: AttributionModel
  runs: number
  revenueCents: number
}

/**
 * Returns the keys to list in separate rows: those with the highest revenue. Keys with equal revenue are ranked by
 * runs. If there are several models, the keys are ranked by their figures under the model `last`.
 */
export function listedKeys(credited: readonly CreditedKey[], limit = maxRows): Set<string> {
  const keys = new Set(credited.map(({ key }) => key))
  keys.delete(otherKey)
  if (keys.size <= limit) return keys
  const amounts = new Map<string, { runs: number; revenueCents: number }>()
  for (const { key, model = 'last', runs, revenueCents } of credited) {
    if (model !== 'last' || key === otherKey) continue
    const sum = amounts.get(key)
    amounts.set(key, {
      runs: (sum?.runs ?? 0) + runs,
      revenueCents: (sum?.revenueCents ?? 0) + revenueCents,
    })
  }
  const byRank = [...amounts].toSorted(
    ([a, x], [b, y]) => y.revenueCents - x.revenueCents || y.runs - x.runs || compareText(a, b),
  )
  return new Set(byRank.slice(0, limit).map(([key]) => key))
}
