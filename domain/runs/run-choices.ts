import { stepNames } from '#domain/forms/define-funnel.ts'
import { choiceFieldsOf, initialValueOf } from '#domain/forms/choice-fields.ts'
import { isClosedValue } from '#domain/forms/closed-values.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { ChosenValues, RunState } from './run-state.ts'

/** Types of events whose facts are what the visitor has entered. Changes after the order are not among them. */
const entered: ReadonlySet<StoredEvent['type']> = new Set(['step', 'abandon', 'complete'])

/**
 * Adds the choices of an event to the known ones. Each field is kept once, with the event that contains its latest value
 * by corrected time. Fields and values that the funnel does not have now are left out, so that the size of a run's state
 * is limited by the funnel.
 */
export function addChoices(known: ChosenValues[], event: StoredEvent): ChosenValues[] {
  const funnel = entered.has(event.type) ? funnelByType(event.funnel) : undefined
  if (!funnel) return known
  const values: ChosenValues['values'] = {}
  for (const { field } of choiceFieldsOf(funnel)) {
    const value = event.facts[field.name]
    if (isClosedValue(field, value)) values[field.name] = value
  }
  const { at, position } = event
  const later = known.filter((one) => one.at > at || (one.at === at && one.position > position))
  for (const one of later) for (const name of Object.keys(one.values)) delete values[name]
  if (Object.keys(values).length === 0) return known
  const earlier = known
    .slice(0, known.length - later.length)
    .map((one) => ({ ...one, values: without(one.values, values) }))
    .filter((one) => Object.keys(one.values).length > 0)
  return [...earlier, { at, position, values }, ...later]
}

function without(values: ChosenValues['values'], others: ChosenValues['values']): ChosenValues['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !(name in others)))
}

/** A choice that a run has made. */
export interface RunChoice {
  field: string
  value: string | boolean
}

/**
 * Returns the choices of a run among which reports compare it with other runs: those of fields that were shown, on steps
 * to which the run came. A field with an initial value, such as a checkbox, has that value until the visitor changes it.
 *
 * An option that a link can preselect counts only once the step is completed. Before, a visitor who has not looked at it
 * cannot be distinguished from one who has chosen it.
 */
export function runChoices({ origin, steps, order, choices }: RunState): RunChoice[] {
  const funnel = funnelByType(origin.funnel)
  const names = funnel && stepNames(funnel, origin.version)
  if (!names) return []
  const own = steps.filter(({ version }) => version === origin.version).map(({ step }) => step)
  const furthest = order ? names.length : Math.max(0, ...own)
  const known = Object.assign({}, ...choices.map(({ values }) => values)) as ChosenValues['values']
  const shown: ChosenValues['values'] = {}
  const made: RunChoice[] = []
  for (const { field, stepName } of choiceFieldsOf(funnel)) {
    const step = names.indexOf(stepName) + 1
    if (step === 0 || furthest < step - 1) continue
    // The conditions of these fields depend on facts only: the other values of a form are not in the log.
    if (field.when && !field.when(shown)) continue
    const value = known[field.name] ?? initialValueOf(field)
    if (value === undefined) continue
    shown[field.name] = value
    const isPreselected = field.kind === 'choice' && field.preselect !== undefined
    if (!isPreselected || furthest >= step) made.push({ field: field.name, value })
  }
  return made
}
