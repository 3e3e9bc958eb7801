import { type MeasureCount, type RefusedRuns, readCounts, runsByStage } from './counted-runs.ts'
import { type Funnel, fieldsByNameOf } from '../funnels/define-funnel.ts'
import type { AboutRuns } from './drop-off.ts'
import { compareText, rate } from './rows.ts'
import type { FieldsReport } from './drop-off-shapes.ts'

const partNames: Record<string, string> = {
  strasse: 'Straße',
  hausnummer: 'Hausnummer',
  plz: 'PLZ',
  ort: 'Ort',
  land: 'Land',
}

/**
 * Which field and rule stops whom. `steps` are the step names of the funnel's version, `rows` measures summed over days
 * and segments. One run may be stopped by several fields, so `lostCents` do not add up.
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
          // Of some runs that were at the step the event of the step before never came.
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

/** As the page calls it; a field that only an earlier version had by its name on the wire. */
function labelOf(funnel: Funnel, field: string): string {
  const [name = '', part] = field.split('.')
  const label = fieldsByNameOf(funnel).get(name)?.label
  if (label === undefined) return field
  return part === undefined ? shortened(label) : `${shortened(label)}: ${partNames[part] ?? part}`
}

const longest = 60

/** What is agreed to is a paragraph with links; its beginning tells which it is. */
function shortened(label: string): string {
  const text = label.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text.length <= longest ? text : `${text.slice(0, text.lastIndexOf(' ', longest))} …`
}
