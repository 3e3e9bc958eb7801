import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { type FormIssue, checkForm } from '#domain/forms/check-form.ts'
import type { FieldValue, FieldValues, Refusal } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { isSameValue } from '#domain/forms/same-value.ts'
import { billedFields } from '#domain/orders/billing/checkout-link.ts'
import { consentBasis } from '#domain/texts/consent-basis.ts'

/** Message for a value that cannot be amended. */
export const fixedMessage = 'Diese Angabe lässt sich nach der Bestellung nicht mehr ändern.'

/**
 * Returns the names of the fields that cannot be amended: the reason or the type of change, on which the funnel depends,
 * and what the invoice and the price depend on.
 */
export function fixedFields(funnel: Funnel, facts: FieldValues): ReadonlySet<string> {
  const ofOrder = fieldsOf(funnel).filter(({ orderOnly, kind }) => orderOnly && kind !== 'email')
  const names = ['firma', 'unternehmer', billedFields(funnel, facts).address]
  if (funnel.reportBy !== undefined) names.push(funnel.reportBy)
  return new Set([...names, ...ofOrder.map(({ name }) => name)])
}

/**
 * Returns the names of the consents that the customer must give again when the values of an order change from `current`
 * to `next`: consents that were not shown or had another text, those in `outdated`, and the declarations about the
 * account if the account changes.
 */
export function consentsToRenew(
  funnel: Funnel,
  { current, outdated }: AmendedOrder,
  next: FieldValues,
): string[] {
  return fieldsOf(funnel).flatMap((field) => {
    if (field.kind !== 'consent') return []
    const basis = consentBasis(funnel, field, next)
    const isKept =
      current[field.name] === true &&
      basis === consentBasis(funnel, field, current) &&
      !outdated.has(field.name)
    return basis === undefined || isKept ? [] : [field.name]
  })
}

/** The order before an amendment. */
export interface AmendedOrder {
  /** Values of the whole form. */
  current: FieldValues
  /** Names of the consents whose text has changed since the customer gave them. */
  outdated: ReadonlySet<string>
}

export interface CheckedAmendment {
  /** Values of the whole form, with the consents. */
  values: FieldValues
  issues: FormIssue[]
  /** Names of the consents that must be given again. */
  renewed: string[]
}

/** Rules that compare a date with the current day. They do not apply to values that stay as they were ordered. */
const datedRules: ReadonlySet<Refusal> = new Set<Refusal>(['tooEarly', 'tooLate', 'tooYoung'])

/**
 * Checks the form with which a customer amends an order. The form contains all values that the order shall have. It contains a consent only if the customer has given it again; all other consents stay. A value that
 * cannot be amended may be left out.
 */
export function checkAmendment(
  funnel: Funnel,
  order: AmendedOrder,
  form: Readonly<Record<string, unknown>>,
  today: CalendarDate,
): CheckedAmendment {
  const { current } = order
  const consents = fieldsOf(funnel).filter(({ kind }) => kind === 'consent')
  const fixed = [...fixedFields(funnel, current)]
  const kept = Object.fromEntries(fixed.map((name) => [name, current[name]]))
  const allGiven = Object.fromEntries(consents.map(({ name }) => [name, true]))
  const next = checkForm(funnel, { ...form, ...kept, ...allGiven }, today).values
  const renewed = consentsToRenew(funnel, order, next)
  const given = consents.map(({ name }) => [name, renewed.includes(name) ? form[name] : current[name]])
  const checked = checkForm(funnel, { ...form, ...kept, ...Object.fromEntries(given) }, today)
  const isKept = ({ field, rule }: FormIssue) =>
    datedRules.has(rule) && isSameValue(current[field], checked.values[field])
  return {
    values: checked.values,
    issues: [
      ...checked.issues.filter((issue) => !isKept(issue)),
      ...fixed.flatMap((name) => (isChanged(form[name], current[name]) ? [fixedIssue(funnel, name)] : [])),
    ],
    renewed,
  }
}

function isChanged(given: unknown, current: FieldValue | undefined): boolean {
  return given !== undefined && given !== '' && !isSameValue(given as FieldValue, current)
}

function fixedIssue(funnel: Funnel, field: string): FormIssue {
  const step = funnel.steps.findIndex(({ fields }) => fields.some(({ name }) => name === field)) + 1
  return { step, field, rule: 'format', message: fixedMessage }
}

/**
 * Returns the time until which the customer can amend the order, in ms since the epoch; undefined if it is not paid yet.
 */
export function changeUntil(order: { paidAt: number | null }, submitAfterMs: number): number | undefined {
  return order.paidAt === null ? undefined : order.paidAt + submitAfterMs
}
