import { closedValuesOf, formsByOption } from './closed-values.ts'
import type { ChoiceField, Field } from './define-field.ts'
import type { Funnel, Step } from './define-funnel.ts'

/** Returns a description of each mistake in a funnel's declaration, except for mistakes that the types prevent. */
export function mistakesOf(funnel: Funnel): string[] {
  const fields = funnel.steps.flatMap((step) => step.fields)
  return [...mistakesOfFunnel(funnel), ...fields.flatMap((field) => mistakesOfField(field, funnel))]
}

/**
 * Checks the names of fields and steps, the earlier versions, the blocks, the price and the references to fields. A
 * step name must be usable in a URL path and as the name of a stage in reports.
 */
function mistakesOfFunnel(funnel: Funnel): string[] {
  const names = funnel.steps.flatMap((step) => step.fields.map((field) => field.name))
  return [
    ...repeated(names).map((name) => `field ${name} is declared twice`),
    ...repeated(funnel.steps.map((step) => step.name)).map((name) => `step ${name} is declared twice`),
    ...funnel.steps
      .filter((step) => !/^[a-z]+(-[a-z]+)*$/.test(step.name))
      .map((step) => `step ${step.name} must consist of lower-case words joined by hyphens`),
    ...(funnel.earlierVersions ?? [])
      .filter((earlier) => earlier.version >= funnel.version)
      .map((earlier) => `earlier version ${earlier.version} is not below ${funnel.version}`),
    ...funnel.steps.flatMap(mistakesOfBlocks),
    ...mistakesOfEarlierFields(funnel),
    ...mistakesOfEffect(funnel),
    ...mistakesOfBilling(funnel),
    ...mistakesOfReports(funnel),
    ...Object.entries(funnel.price)
      .filter(([, cents]) => !Number.isSafeInteger(cents) || cents <= 0)
      .map(([level, cents]) => `price ${level} is ${cents}, but must be whole cents above 0`),
  ]
}

/** Checks that earlier fields no longer exist and were replaced by fields of this funnel. */
function mistakesOfEarlierFields({ earlierFields = {}, ...funnel }: Funnel): string[] {
  const fields = funnel.steps.flatMap((step) => step.fields)
  return Object.entries(earlierFields).flatMap(([name, present]) => [
    // Rejected events are stored with the names of unknown fields only if the names match this pattern.
    ...(/^[A-Za-z][A-Za-z0-9]{0,40}$/.test(name) ? [] : [`earlier field ${name} is not a field name`]),
    ...(fields.some((field) => field.name === name) ? [`earlier field ${name} still exists`] : []),
    ...(present === 'dropped' || fields.some((field) => field.name === present.replacedBy)
      ? []
      : [`earlier field ${name} was replaced by ${present.replacedBy}, which is not a field`]),
  ])
}

/**
 * Checks that `reportBy` is a choice that is stored as a fact. Reports can read only facts, and a report's table is
 * readable only with a small number of values.
 */
function mistakesOfReports({ reportBy, steps }: Funnel): string[] {
  if (reportBy === undefined) return []
  const field = steps.flatMap((step) => step.fields).find(({ name }) => name === reportBy)
  return field?.kind === 'choice' && field.fact
    ? []
    : [`reportBy is ${reportBy}, which is not a choice field with fact: true`]
}

function mistakesOfField(field: Field, funnel: Funnel): string[] {
  const mistakes: string[] = []
  // Field names are keys of plain objects and of JSON. The names of inherited properties, such as `constructor`, are
  // therefore not allowed.
  if (!/^[a-z][A-Za-z0-9]*$/.test(field.name) || field.name in {})
    mistakes.push(`${field.name} must be a camel-case word that is not the name of an inherited property`)
  if (field.label.trim() === '') mistakes.push(`${field.name} has no label`)
  if (field.required !== false && !field.missing && field.kind !== 'address')
    mistakes.push(`${field.name} can be required but has no message for a missing value`)
  if (field.hidden && field.required !== false) mistakes.push(`${field.name} can be required but is hidden`)
  return [
    ...mistakes,
    ...mistakesOfKind(field, funnel),
    ...mistakesOfRule(field),
    ...mistakesOfChange(field, funnel),
  ]
}

function mistakesOfKind(field: Field, funnel: Funnel): string[] {
  if (field.kind === 'choice') return mistakesOfChoice(field)
  if (field.kind === 'iban' && field.filledFrom && fieldKind(funnel, field.filledFrom) !== 'iban')
    return [`${field.name} is filled from ${field.filledFrom}, which is not an IBAN`]
  const checkbox = field.kind === 'month' ? field.nextPossible?.field : undefined
  return checkbox !== undefined && fieldKind(funnel, checkbox) !== 'checkbox'
    ? [`${field.name} needs a checkbox ${checkbox}`]
    : []
}

function mistakesOfChoice(field: ChoiceField): string[] {
  const values = field.options.map(({ value }) => value)
  const mistakes = repeated(values).map((value) => `choice ${field.name} offers ${value} twice`)
  if (values.length === 0) mistakes.push(`choice ${field.name} has no options`)
  if (field.default !== undefined && !values.includes(field.default))
    mistakes.push(`the default "${field.default}" of choice ${field.name} is not one of its options`)
  return mistakes
}

const anyDay = { year: 2026, month: 1, day: 1 }

function mistakesOfRule(field: Field): string[] {
  // `rule` is called for every event. Creating a schema in each call would take most of the time of checking a form.
  return field.rule(anyDay, {}) === field.rule(anyDay, {})
    ? []
    : [`${field.name} creates a new rule for each call`]
}

/**
 * Checks that `whenChanged` changes only fields that exist. Calls `whenChanged` with each value that the visitor can
 * choose, because the names of the changed fields are known only from its results.
 */
function mistakesOfChange(field: Field, funnel: Funnel): string[] {
  const { name } = field
  const change = 'whenChanged' in field ? field.whenChanged : undefined
  const changed = new Set(
    closedValuesOf(field).flatMap((value) => Object.keys(change?.({ [name]: value }) ?? {})),
  )
  return [...changed]
    .filter((other) => !fieldKind(funnel, other))
    .map((other) => `${name} changes ${other}, which is not a field`)
}

function mistakesOfBlocks(
  { name, fields, blocks = [] }: Step,
  index: number,
  steps: readonly Step[],
): string[] {
  const names = fields.map((field) => field.name)
  const before = new Map(
    steps.slice(0, index + 1).flatMap((step) => step.fields.map((field) => [field.name, field])),
  )
  return [
    ...repeated(blocks.flatMap((block) => block.fields)).map((field) => `field ${field} is in two blocks`),
    ...blocks
      .filter((block) => !`,${names.join()},`.includes(`,${block.fields.join()},`))
      .map((block) => `the fields ${block.fields.join(', ')} of a block are not consecutive in step ${name}`),
    ...fields
      .filter((field) => field.required !== false)
      .filter((field) => blocks.some((block) => block.collapsed && block.fields.includes(field.name)))
      .map((field) => `${field.name} can be required but is in a collapsed block`),
    ...blocks.flatMap((block) =>
      Object.entries(block.copy?.from ?? {})
        .filter(([to, from]) => !block.fields.includes(to) || before.get(from)?.kind !== before.get(to)?.kind)
        .map(([to, from]) => `${from} cannot be copied to ${to}`),
    ),
  ]
}

function mistakesOfEffect({ effective, ...funnel }: Funnel): string[] {
  const known = funnel.steps.some((step) =>
    step.fields.some((field) => field.name === effective.field && field.kind === 'month'),
  )
  return known ? [] : [`effective.field is ${effective.field}, which is not a month field`]
}

/**
 * Checks that `billed` and `replaced` name only fields that exist. Calls them with each choice, because the names are
 * known only from their results.
 */
function mistakesOfBilling(funnel: Funnel): string[] {
  const choices = formsByOption(funnel)
  return (['billed', 'replaced'] as const).flatMap((member) => {
    const named = new Set(choices.flatMap((choice) => Object.values(funnel[member]?.(choice) ?? {})))
    return [...named]
      .filter((name) => !fieldKind(funnel, name))
      .map((name) => `${member} returns ${name}, which is not a field`)
  })
}

function fieldKind(funnel: Funnel, name: string): Field['kind'] | undefined {
  return funnel.steps.flatMap((step) => step.fields).find((field) => field.name === name)?.kind
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}
