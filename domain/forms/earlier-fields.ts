import { type Funnel, fieldsByNameOf } from './define-funnel.ts'

/** Returns whether the funnel says what became of a field that only earlier versions of the page have. */
export function isEarlierField(name: string, { earlierFields }: Funnel): boolean {
  return earlierFields !== undefined && Object.hasOwn(earlierFields, name)
}

/**
 * Returns the present name of a field that a page of any version sends, or undefined if the field was dropped. Unknown
 * names are returned unchanged.
 */
export function presentName(name: string, funnel: Funnel): string | undefined {
  if (!isEarlierField(name, funnel)) return name
  const earlier = funnel.earlierFields![name]!
  return earlier === 'dropped' ? undefined : earlier.replacedBy
}

/**
 * Returns a form with present names instead of those of earlier fields. A value that the form contains under the present
 * name takes precedence.
 */
export function presentForm(
  form: Readonly<Record<string, unknown>>,
  funnel: Funnel,
): Readonly<Record<string, unknown>> {
  if (!funnel.earlierFields || !Object.keys(form).some((name) => isEarlierField(name, funnel))) return form
  // `Object.fromEntries` defines keys instead of assigning them, so `__proto__` stays an unknown field.
  const entries = Object.entries(form).flatMap(([name, value]): [string, unknown][] => {
    const present = presentName(name, funnel)
    if (present === undefined || (present !== name && Object.hasOwn(form, present))) return []
    return [[present, value]]
  })
  return Object.fromEntries(entries)
}

/** Returns whether a rejection that names this unknown field would not be repeated by the present funnel. */
export function isMendedField(name: string, funnel: Funnel): boolean {
  return isEarlierField(name, funnel) || fieldsByNameOf(funnel).has(name)
}
