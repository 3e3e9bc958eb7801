import type { Field, Funnel } from './define-funnel.ts'

/** What is wrong with a funnel apart from its single fields; empty when nothing is. */
export function mistakesOfFunnel(funnel: Funnel): string[] {
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
    ...Object.entries(funnel.price)
      .filter(([, cents]) => !Number.isSafeInteger(cents) || cents <= 0)
      .map(([level, cents]) => `price ${level} is ${cents}, but must be whole cents above 0`),
  ]
}

/** What is wrong with one field of a funnel; empty when nothing is. */
export function mistakesOfField(field: Field, funnel: Funnel): string[] {
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
  if (field.nextPossible && !hasCheckbox(funnel, field.nextPossible.field))
    mistakes.push(`${field.name} needs a checkbox ${field.nextPossible.field}`)
  return mistakes
}

function hasCheckbox(funnel: Funnel, name: string): boolean {
  return funnel.steps.some((step) =>
    step.fields.some((field) => field.name === name && field.kind === 'checkbox'),
  )
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}
