import type { Field, Funnel, Step } from './define-funnel.ts'

/** Everything that is wrong with the declaration of a funnel, one sentence each; empty when nothing is. */
export function mistakesOf(funnel: Funnel): string[] {
  const fields = funnel.steps.flatMap((step) => step.fields)
  return [...mistakesOfFunnel(funnel), ...fields.flatMap((field) => mistakesOfField(field, funnel))]
}

function mistakesOfFunnel(funnel: Funnel): string[] {
  const names = funnel.steps.flatMap((step) => step.fields.map((field) => field.name))
  return [
    ...repeated(names).map((name) => `field ${name} is declared twice`),
    ...repeated(funnel.steps.map((step) => step.name)).map((name) => `step ${name} is declared twice`),
    ...funnel.steps
      .filter((step) => !/^[a-z]+(-[a-z]+)*$/.test(step.name))
      .map(
        (step) =>
          `step ${step.name} must be lower case words joined by hyphens, to be a path and a stage name`,
      ),
    ...(funnel.earlierVersions ?? [])
      .filter((earlier) => earlier.version >= funnel.version)
      .map((earlier) => `earlier version ${earlier.version} is not below ${funnel.version}`),
    ...funnel.steps.flatMap(mistakesOfBlocks),
    ...mistakesOfEffect(funnel),
    ...mistakesOfBilling(funnel),
    ...mistakesOfReports(funnel),
    ...Object.entries(funnel.price)
      .filter(([, cents]) => !Number.isSafeInteger(cents) || cents <= 0)
      .map(([level, cents]) => `price ${level} is ${cents}, but must be whole cents above 0`),
  ]
}

/** Only a fact lies in the log, and only a few values make rows that can be read. */
function mistakesOfReports({ reportBy, steps }: Funnel): string[] {
  if (reportBy === undefined) return []
  const field = steps.flatMap((step) => step.fields).find(({ name }) => name === reportBy)
  return field?.fact && field.kind === 'choice'
    ? []
    : [`reports go by ${reportBy}, which is no choice and fact`]
}

function mistakesOfField(field: Field, funnel: Funnel): string[] {
  const mistakes: string[] = []
  const values = field.options?.map((option) => option.value) ?? []
  const box = field.kind === 'checkbox' || field.kind === 'consent'
  // Names are keys of plain objects and of the wire, so nothing like __proto__ may be one.
  if (!/^[a-z][A-Za-z0-9]*$/.test(field.name) || field.name in {})
    mistakes.push(`${field.name} must be a camel-case word that no object already has`)
  if (field.label.trim() === '') mistakes.push(`${field.name} has no label`)
  if (field.kind === 'choice' && values.length === 0) mistakes.push(`choice ${field.name} has no options`)
  for (const value of repeated(values)) mistakes.push(`choice ${field.name} offers ${value} twice`)
  if (field.fact && field.kind !== 'choice' && !box)
    mistakes.push(`${field.name} is not a closed choice, so it cannot be a fact`)
  if (field.kind === 'choice' && ![undefined, ...values].some((value) => value === field.default))
    mistakes.push(
      `choice ${field.name} starts with ${JSON.stringify(field.default)}, which is none of its options`,
    )
  // A consent counts only when the visitor ticked it (Art. 4 No. 11 GDPR; CJEU C-673/17).
  if (field.kind === 'consent' && field.default !== undefined)
    mistakes.push(`consent ${field.name} must not be ticked beforehand`)
  if (field.kind === 'consent' && !field.missing) mistakes.push(`consent ${field.name} must be required`)
  if (field.control === 'hidden' && field.missing)
    mistakes.push(`${field.name} is required but the page never asks it`)
  const checkbox = field.nextPossible?.field
  if (checkbox !== undefined && kindOf(funnel, checkbox) !== 'checkbox')
    mistakes.push(`${field.name} needs a checkbox ${checkbox}`)
  return [...mistakes, ...mistakesOfKind(field), ...mistakesOfRule(field), ...mistakesOfChange(field, funnel)]
}

/** What goes with one kind of field only would be lost with any other. */
function mistakesOfKind({ name, kind, section, ...field }: Field): string[] {
  const mistakes: string[] = []
  if (kind !== 'address' && (field.abroad || field.notBegun))
    mistakes.push(`${name} is no address, so it can neither lie abroad nor be begun`)
  if (kind !== 'choice' && field.preselect)
    mistakes.push(`${name} is no choice, so a link cannot choose it beforehand`)
  if ((kind === 'textarea') !== (field.longest !== undefined))
    mistakes.push(`${name} must be a text area with a longest text, or neither`)
  if ((kind === 'files') !== (section === 'uploads'))
    mistakes.push(`${name} must be of files and among the uploads, or neither`)
  if ((kind === 'address') !== (section === 'address'))
    mistakes.push(`${name} must be an address and among the addresses, or neither`)
  return mistakes
}

const anyDay = { year: 2026, month: 1, day: 1 }

function mistakesOfRule(field: Field): string[] {
  // Each event asks for the rule of each field: making schemas there took most of the time of a check.
  return field.rule(anyDay, {}) === field.rule(anyDay, {})
    ? []
    : [`${field.name} makes a new rule for each event`]
}

/** Tries each value that the visitor can choose, because the names that a change sets are known only then. */
function mistakesOfChange({ name, kind, options, whenChanged }: Field, funnel: Funnel): string[] {
  if (!whenChanged) return []
  if (kind !== 'choice' && kind !== 'checkbox')
    return [`${name} is typed, so it must not change other fields`]
  const values = options?.map((option) => option.value) ?? [true, false]
  const changed = new Set(values.flatMap((value) => Object.keys(whenChanged({ [name]: value }))))
  return [...changed]
    .filter((other) => !kindOf(funnel, other))
    .map((other) => `${name} changes ${other}, which is no field`)
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
      .map((block) => `step ${name} does not have ${block.fields.join(', ')} one after the other`),
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
  return known ? [] : [`it takes effect at ${effective.field}, which is no month`]
}

/** Tries each choice, because who is billed instead is known only then. */
function mistakesOfBilling(funnel: Funnel): string[] {
  const choices = funnel.steps.flatMap((step) =>
    step.fields.flatMap(({ name, options = [] }) => options.map(({ value }) => ({ [name]: value }))),
  )
  const billed = new Set(
    choices.flatMap((choice) => Object.values(funnel.billed?.(choice) ?? {}) as string[]),
  )
  return [...billed]
    .filter((name) => !kindOf(funnel, name))
    .map((name) => `it bills by ${name}, which is no field`)
}

function kindOf(funnel: Funnel, name: string): Field['kind'] | undefined {
  return funnel.steps.flatMap((step) => step.fields).find((field) => field.name === name)?.kind
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}
