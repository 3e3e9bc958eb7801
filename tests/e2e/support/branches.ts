import { berlinDate } from '#domain/time/berlin-time.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'
import type { FieldValues, Field } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

/** A valid order. Its values determine which fields the funnel shows. */
export interface Branch {
  name: string
  funnel: Funnel
  /** Values to enter, as they are sent to the service. Upload ids are placeholders for files that the test uploads. */
  form: FieldValues
}

/** All valid orders of the test cases. New funnels are included automatically. */
export const branches: Branch[] = allCases(berlinDate(Date.now())).flatMap(({ funnel, orders }) =>
  orders.map(({ name, form }) => ({ name: `${funnel.type}: ${name}`, funnel, form: form as FieldValues })),
)

/** Branch of each funnel that `npm test` walks. */
const walked = new Set(new Map(branches.toReversed().map((branch) => [branch.funnel, branch])).values())

/** Returns whether only `npm run test:slow` walks this branch: all but the first of each funnel. */
export const isSlow = (branch: Branch) => !walked.has(branch)

/** Returns the fields that a step shows for the values of the branch, in order. */
export function visibleFieldsOf({ funnel, form }: Branch, step: number): Field[] {
  return visibleFields(funnel.steps[step - 1]!, form)
}

const firstWithFields = new Map<string, Branch>()
for (const branch of branches.toReversed())
  for (const index of branch.funnel.steps.keys()) firstWithFields.set(viewOf(branch, index + 1), branch)

/**
 * Returns whether no earlier branch shows the same fields in this step. Tests use this to check identical steps only
 * once.
 */
export function isFirstWithFields(branch: Branch, step: number): boolean {
  return firstWithFields.get(viewOf(branch, step)) === branch
}

function viewOf(branch: Branch, step: number): string {
  const fields = visibleFieldsOf(branch, step).map(({ name, label }) => `${name} ${label}`)
  return [branch.funnel.type, step, ...fields].join('\n')
}
