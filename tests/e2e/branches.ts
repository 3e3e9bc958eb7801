import { berlinDate } from '#domain/berlin-time.ts'
import { askedFields } from '#domain/funnels/asked-fields.ts'
import type { Answers, Field, Funnel } from '#domain/funnels/define-funnel.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

/** One way through a funnel, with everything that is entered on it. */
export interface Branch {
  name: string
  funnel: Funnel
  /** In its wire format; upload ids stand for files that are chosen for real. */
  form: Answers
}

/** Every valid order that the form and the service are held against; a new funnel's come in by themselves. */
export const branches: Branch[] = allCases(berlinDate(Date.now())).flatMap(({ funnel, orders }) =>
  orders.map(({ name, form }) => ({ name: `${funnel.type}: ${name}`, funnel, form: form as Answers })),
)

/** The fields that a step of a branch asks, in their order. */
export function askedIn({ funnel, form }: Branch, step: number): Field[] {
  return askedFields(funnel.steps[step - 1]!, form)
}

const firstToSee = new Map<string, Branch>()
for (const branch of branches.toReversed())
  for (const index of branch.funnel.steps.keys()) firstToSee.set(viewOf(branch, index + 1), branch)

/** Whether a branch is the first that sees a step in this shape: what looks alike need be looked at once only. */
export function isFirstToSee(branch: Branch, step: number): boolean {
  return firstToSee.get(viewOf(branch, step)) === branch
}

/** Whether a branch is the first with one of its steps. */
export function isFirstToSeeAny(branch: Branch): boolean {
  return [...branch.funnel.steps.keys()].some((index) => isFirstToSee(branch, index + 1))
}

function viewOf(branch: Branch, step: number): string {
  const fields = askedIn(branch, step).map(({ name, label }) => `${name} ${label}`)
  return [branch.funnel.type, step, ...fields].join('\n')
}
