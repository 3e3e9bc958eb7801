import { addressPartLabel } from '#domain/forms/address-parts.ts'
import { type MeasureCount, type RefusedRuns, readCounts, runsByStage } from '#domain/reports/counted-runs.ts'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import type { AboutRuns } from './compute.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { FieldsReport } from './shape.ts'

/**
 * Returns the fields and rules at which runs stop. `steps` are the step names of the funnel's version; `rows` are
 * measures summed over days and segments. Several fields can stop the same run, so `lostCents` must not be summed.
 */
export function fieldsReport(
  about: AboutRuns,
  { funnel, steps }: { funnel: Funnel; steps: readonly string[] },
  rows: readonly MeasureCount[],
): FieldsReport {
  const counts = readCounts(rows)
  const reached = runsByStage(steps.length, counts)
  const gaveUp = new Map(counts.gaveUp.map((refused) => [nameOf(refused), refused.runs]))
  return {
    ...about,
    timezone: 'Europe/Berlin',
    rows: counts.invalid
      .map((refused) => {
        const { step, field, rule, runs } = refused
        const stopped = gaveUp.get(nameOf(refused)) ?? 0
        return {
          step,
          stepName: steps[step - 1] ?? `step-${step}`,
          field,
          label: labelOf(funnel, field),
          rule,
          runs,
          // The number of runs that reached the step can be too low, because events of the previous step can be lost.
          share: rate(runs, Math.max(runs, reached[step - 1] ?? 0)),
          gaveUp: stopped,
          gaveUpRate: rate(stopped, runs),
          lostCents: stopped * funnel.price.premium,
        }
      })
      .toSorted(
        (a, b) =>
          b.gaveUp - a.gaveUp ||
          b.runs - a.runs ||
          a.step - b.step ||
          compareText(a.field, b.field) ||
          compareText(a.rule, b.rule),
      ),
  }
}

function nameOf({ step, field, rule }: RefusedRuns): string {
  return `${step}:${field}:${rule}`
}

/** Returns the label on the page, or the field name for a field that only exists in an earlier version. */
function labelOf(funnel: Funnel, field: string): string {
  const [name = '', part] = field.split('.')
  const label = fieldsByNameOf(funnel).get(name)?.label
  if (label === undefined) return field
  return part === undefined ? shortened(label) : `${shortened(label)}: ${addressPartLabel(part)}`
}

const maxLength = 60

/** Removes links and truncates the label. Labels of consents are paragraphs, which their first words identify. */
function shortened(label: string): string {
  const text = label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text.length <= maxLength ? text : `${text.slice(0, text.lastIndexOf(' ', maxLength))} …`
}
