import type { Experiment, Variant } from '#domain/forms/define-experiment.ts'
import { formsByOption } from '#domain/forms/closed-values.ts'
import type { Field } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import { usuallyBilled } from '#domain/funnels/usually-billed.ts'
import { variantKey } from './variant-key.ts'

const maxVariants = 4

/**
 * Returns a description of each mistake in the experiments of a funnel, except for mistakes that the types prevent. Only
 * tests call it, with every funnel (all-funnels.test.ts).
 */
export function experimentMistakesOf(funnel: Funnel): string[] {
  const { experiments = [] } = funnel
  return [
    ...repeated(experiments.map(({ key }) => key)).map((key) => `experiment ${key} is declared twice`),
    ...experiments.flatMap((experiment, index) => [
      ...mistakesOfTimes(experiment, experiments.slice(index + 1)),
      ...mistakesOfExperiment(experiment),
      ...experiment.variants.flatMap((variant) =>
        mistakesOfVariant(funnel, experiment, variant).map(
          (mistake) => `${experiment.key}:${variant.key} ${mistake}`,
        ),
      ),
    ]),
  ]
}

/** A run has at most one variant, so that the differences between the variants have one cause. */
function mistakesOfTimes({ key, ...one }: Experiment, others: readonly Experiment[]): string[] {
  const span = spanOf(one)
  if (!(span.from < span.until)) return [`experiment ${key} must begin and end at times with an offset`]
  return others.flatMap((other) => {
    const { from, until } = spanOf(other)
    return from < span.until && span.from < until ? [`experiments ${key} and ${other.key} overlap`] : []
  })
}

/** Returns a time in ms since the epoch, or NaN if it has no offset. */
function read(text: string): number {
  return /T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN
}

/** Returns the period of an experiment. A time that cannot be read is NaN. */
function spanOf({ from, until }: Pick<Experiment, 'from' | 'until'>) {
  return { from: read(from), until: until === undefined ? Infinity : read(until) }
}

const changes = ({ fields = {}, steps = {} }: Variant) =>
  [...Object.values(fields), ...Object.values(steps)].flatMap((change) => Object.keys(change)).length

function mistakesOfExperiment({ key, hypothesis, outcome, until, plan, variants }: Experiment): string[] {
  const keys = variants.map((variant) => variant.key)
  const [control, ...others] = variants
  const weights = variants.reduce((sum, { weight }) => sum + weight, 0)
  return [
    ...(variantKey.test(key) ? [] : [`experiment ${key} must be lower-case words joined by hyphens`]),
    ...keys.filter((one) => !variantKey.test(one)).map((one) => `${key}:${one} is not a key`),
    ...repeated(keys).map((one) => `${key}:${one} is declared twice`),
    ...(others.length === 0 || others.length >= maxVariants
      ? [`experiment ${key} needs 2 to ${maxVariants} variants`]
      : []),
    ...(changes(control) > 0 ? [`${key}:${control.key} is the funnel as it is and must change nothing`] : []),
    // Also after the end: the report compares the runs that reached the first changed step.
    ...others
      .filter((variant) => changes(variant) === 0)
      .map((variant) => `${key}:${variant.key} changes nothing`),
    ...(variants.every(({ weight }) => Number.isSafeInteger(weight) && weight > 0) && weights === 100
      ? []
      : [`the weights of ${key} must be whole numbers above 0 that add up to 100`]),
    ...(hypothesis.trim() === '' ? [`experiment ${key} has no hypothesis`] : []),
    ...(outcome !== undefined && until === undefined ? [`experiment ${key} has an outcome but no end`] : []),
    ...(plan.rate > 0 && plan.rate < 1 && plan.lift > 0 && plan.lift <= 1
      ? []
      : [`experiment ${key} is planned for a rate or lift that is not between 0 and 1`]),
  ]
}

function mistakesOfVariant(
  funnel: Funnel,
  experiment: Experiment,
  { fields = {}, steps = {} }: Variant,
): string[] {
  const [first, ...later] = funnel.steps
  const known = fieldsByNameOf(funnel)
  const relaxed = Object.entries(fields).filter(([, { required, rule }]) => required === false || rule)
  return [
    ...Object.keys(steps)
      .filter((name) => !later.some((step) => step.name === name))
      .map((name) => `changes ${name}, which is not a step after the first`),
    ...Object.keys(fields).flatMap((name) => {
      const field = known.get(name)
      if (!field || field.hidden) return [`changes ${name}, which is not a visible field`]
      // The server renders the first step without knowing the run.
      if (first!.fields.includes(field)) return [`changes ${name}, but the first step is the same for all`]
      if (field.kind === 'consent') return [`changes the consent ${name}`]
      const { required: _, rule: __, wording, ...texts } = fields[name]!
      return field.wording && !wording && Object.keys(texts).length > 0
        ? [`changes texts of ${name}, but not its wording, which replaces them`]
        : []
    }),
    ...(relaxed.length > 1 ? ['relaxes more than one rule'] : []),
    ...relaxed.flatMap(([name]) => {
      const field = known.get(name)
      return field ? mistakesOfRelaxed(funnel, field, fields[name]!.rule) : []
    }),
    // After the end, the field of the funnel may have become optional, because the variant won.
    ...(experiment.until === undefined ? relaxed : [])
      .filter(([name, { rule }]) => rule === undefined && known.get(name)?.required === false)
      .map(([name]) => `relaxes ${name}, which is optional`),
  ]
}

const anyDay = { year: 2026, month: 1, day: 1 }

function mistakesOfRelaxed(funnel: Funnel, field: Field, rule: Field['rule'] | undefined): string[] {
  const { name } = field
  // Which person is billed is known only from the results of `billed`.
  const billed = [{}, ...formsByOption(funnel)].map((form) => funnel.billed?.(form) ?? usuallyBilled)
  const needed = [funnel.effective.field, ...billed.flatMap((fields) => Object.values(fields))]
  const isNeeded = field.kind === 'email' || field.kind === 'address' || needed.includes(name)
  return [
    ...(isNeeded ? [`relaxes ${name}, without which no order can be carried out`] : []),
    ...(rule && rule(anyDay, {}) !== rule(anyDay, {}) ? [`creates a new rule of ${name} for each call`] : []),
  ]
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
