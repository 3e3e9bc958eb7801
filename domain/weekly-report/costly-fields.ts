import type { Excess, FieldsReport } from '#domain/reports/drop-off/shape.ts'

export interface CostlyField {
  funnel: string
  field: string
  label: string
  rule: string
  /** Runs in which the rule rejected the field. */
  runs: number
  excess: Excess
}

/** Maximum number of fields in the report. */
const maxFields = 3

/**
 * Returns the fields whose messages probably cost most, compared with runs without the message. The loss can be due to
 * chance if its interval includes zero. Of the rules of a field, the most expensive one counts, because losses of several
 * rules can be losses of the same runs.
 */
export function costlyFields(reports: readonly FieldsReport[]): CostlyField[] {
  const rows = reports.flatMap(({ funnel, rows: ofFunnel }) =>
    ofFunnel.flatMap(({ field, label, rule, runs, excess }) =>
      excess && excess.revenueCents.value > 0 ? [{ funnel, field, label, rule, runs, excess }] : [],
    ),
  )
  const sorted = rows.toSorted((a, b) => b.excess.revenueCents.value - a.excess.revenueCents.value)
  const byField = Map.groupBy(sorted, ({ funnel, field }) => `${funnel} ${field}`)
  return [...byField.values()].map(([first]) => first!).slice(0, maxFields)
}
