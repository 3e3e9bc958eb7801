import { type FormIssue, checkForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { PlacedOrder } from '#web/features/funnel/run/draft.ts'
import { type FormValues, today } from '#web/features/funnel/form/form-state.ts'
import { changeTexts } from '#web/features/funnel/form/changed-texts.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'
import { type RejectedIssue, sendComplete } from '#web/features/tracking/complete.ts'
import { issuesOfTexts, loadChangedTexts, shownTexts } from './shown-texts.ts'

export type OrderOutcome =
  /** `isEarlier`: the order existed before and may lack values that were entered since then. */
  | { kind: 'ordered'; order: PlacedOrder; isEarlier: boolean }
  /** `issues` is never empty: the page scrolls to the first issue. */
  | { kind: 'refused'; issues: FormIssue[] }
  /** Texts have changed since the page was loaded. `issues` names the checkboxes that must be ticked again. */
  | { kind: 'text-changed'; issues: FormIssue[] }
  | { kind: 'failed'; notice: string; message: string }

const again =
  'Ihre Angaben sind gespeichert, und es entsteht nur ein Auftrag – bitte versuchen Sie es erneut.'

/**
 * Validates the whole form and, if it has no issues, sends the order. Each step was validated before, but a date may
 * have become invalid since then.
 */
export async function placeOrder(
  funnel: Funnel,
  entered: FormValues,
  runTracker: RunTracker,
): Promise<OrderOutcome> {
  const { values, issues } = checkForm(funnel, entered, today())
  if (issues.length > 0) {
    runTracker.failed(issues)
    return { kind: 'refused', issues }
  }
  const result = await runTracker.order(values, await shownTexts(funnel, values), sendComplete)
  switch (result.kind) {
    case 'ordered':
      return result
    case 'rejected': {
      const changed = await showChanged(funnel, result.issues)
      if (changed) return changed
      const known = result.issues.flatMap((issue) => locate(funnel, issue) ?? [])
      if (known.length > 0) return { kind: 'refused', issues: known.toSorted((a, b) => a.step - b.step) }
      return {
        kind: 'failed',
        notice: 'Ihr Auftrag wurde nicht angenommen.',
        message:
          'Ihr Auftrag wurde nicht angenommen. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
      }
    }
    case 'unavailable':
      return {
        kind: 'failed',
        notice: reasonFor(result.reason),
        message: `${reasonFor(result.reason)} ${again}`,
      }
  }
}

/** Shows the current versions of changed texts. Returns undefined if no text has changed, or one cannot be loaded. */
async function showChanged(
  funnel: Funnel,
  issues: readonly RejectedIssue[],
): Promise<OrderOutcome | undefined> {
  const named = issues.filter(({ code }) => code === 'text-changed')
  const texts = named.length > 0 ? await loadChangedTexts(named) : undefined
  if (!texts) return undefined
  changeTexts(texts)
  return { kind: 'text-changed', issues: issuesOfTexts(funnel, texts) }
}

function reasonFor(reason: 'timeout' | 'network' | 'response'): string {
  if (reason === 'timeout') return 'Unser Server antwortet gerade nicht.'
  if (reason === 'network') return 'Es besteht gerade keine Verbindung zum Internet.'
  return 'Ihr Auftrag konnte gerade nicht übermittelt werden.'
}

/**
 * Converts an issue reported by the service to an issue of a form step. Finds the step by the path of the issue, such
 * as `form.adresse.plz`. Returns undefined if no step contains the field.
 */
function locate(funnel: Funnel, issue: { path: string; message: string }): FormIssue | undefined {
  const [root, name, part] = issue.path.split('.')
  const index = funnel.steps.findIndex((step) => step.fields.some((field) => field.name === name))
  if (root !== 'form' || !name || index < 0) return undefined
  return { step: index + 1, field: part ? `${name}.${part}` : name, rule: 'format', message: issue.message }
}
