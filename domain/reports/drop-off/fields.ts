import { addressPartLabel } from '#domain/forms/address-parts.ts'
import { type MeasureCount, type RefusedRuns, readCounts, runsByStage } from '#domain/reports/counted-runs.ts'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import type { AboutRuns } from './compute.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { FieldsReport } from './shape.ts'

/**
 * Returns the fields and rules at which runs stop. `steps` are the step names of the counted funnel versions; `rows`
 * are measures summed over days and segments. Several fields can stop the same run, so the `lostCents` of different
 * rows of the report must not be added up.
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
          // `reached` can be too low, because events of the previous step can be lost. `Math.max` ensures that the
          // share is at most 1.
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

/**
 * Returns the label of a field as shown on the page. Returns the field name if the field exists only in an earlier
 * version of the funnel.
 */
function labelOf(funnel: Funnel, field: string): string {
  const [name = '', part] = field.split('.')
  const label = fieldsByNameOf(funnel).get(name)?.label
  if (label === undefined) return field
  return part === undefined ? shortened(label) : `${shortened(label)}: ${addressPartLabel(part)}`
}

const maxLength = 60

/**
 * Replaces the links in a label with their text and truncates the label to `maxLength` characters. The labels of
 * consents are whole paragraphs, but their first words suffice to identify them.
 */
function shortened(label: string): string {
  const text = label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text.length <= maxLength ? text : `${text.slice(0, text.lastIndexOf(' ', maxLength))} …`
}
