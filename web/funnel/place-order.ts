import { type FormIssue, checkForm } from '#domain/check-form.ts'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import type { PlacedOrder } from './draft.ts'
import { type FormValues, today } from './form-state.ts'
import type { RunTracker } from './run-tracker.ts'

export type OrderOutcome =
  | { kind: 'ordered'; order: PlacedOrder }
  /** At least one issue; the first one is where to go. */
  | { kind: 'refused'; issues: FormIssue[] }
  | { kind: 'failed'; notice: string; message: string }

const again =
  'Ihre Angaben sind gespeichert, und es entsteht nur ein Auftrag – bitte versuchen Sie es erneut.'

/** Checks the whole form once more, since a date may have run out meanwhile, and orders. */
export async function placeOrder(
  funnel: Funnel,
  values: FormValues,
  runTracker: RunTracker,
): Promise<OrderOutcome> {
  const { answers, issues } = checkForm(funnel, values, today())
  if (issues.length > 0) {
    runTracker.failed(issues)
    return { kind: 'refused', issues }
  }
  const answer = await runTracker.order(answers)
  switch (answer.kind) {
    case 'ordered':
      return answer
    case 'rejected': {
      const known = answer.issues.flatMap((issue) => locate(funnel, issue) ?? [])
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
        notice: reasonFor(answer.reason),
        message: `${reasonFor(answer.reason)} ${again}`,
      }
  }
}

function reasonFor(reason: 'timeout' | 'network' | 'answer'): string {
  if (reason === 'timeout') return 'Unser Server antwortet gerade nicht.'
  if (reason === 'network') return 'Es besteht gerade keine Verbindung zum Internet.'
  return 'Ihr Auftrag konnte gerade nicht übermittelt werden.'
}

/** The service names a field by its place in the event: `form.adresse.plz`. */
function locate(funnel: Funnel, issue: { path: string; message: string }): FormIssue | undefined {
  const [root, name, part] = issue.path.split('.')
  const index = funnel.steps.findIndex((step) => step.fields.some((field) => field.name === name))
  if (root !== 'form' || !name || index < 0) return undefined
  return { step: index + 1, field: part ? `${name}.${part}` : name, rule: 'format', message: issue.message }
}
