import * as fc from 'fast-check'

type Path = readonly (string | number)[]

const replacements: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  '',
  ' ',
  'x',
  'x'.repeat(2500),
  [],
  [1],
  {},
  { wrong: true },
  { land: { wrong: true } },
]

/**
 * Returns a fast-check arbitrary that generates copies of a JSON value. Each copy is changed in one place (`at`), at
 * any depth.
 */
export function changedValues(value: unknown): fc.Arbitrary<{ at: string; changed: unknown }> {
  return fc.constantFrom(...placesOf(value)).chain((path) => {
    const at = path.join('.')
    const replaced = fc.constantFrom(...replacements).map((by) => change(value, path, () => by))
    const extended = fc.constant(change(value, path, (old) => (isObject(old) ? { ...old, unknown: 1 } : old)))
    const removed = fc.constant(remove(value, path))
    return fc.oneof({ arbitrary: replaced, weight: 3 }, extended, removed).map((changed) => ({ at, changed }))
  })
}

/** Returns the paths of a value and of all values within it. */
function placesOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  const inner = [...keys].flatMap((key) =>
    placesOf((value as Record<string | number, unknown>)[key]).map((path) => [key, ...path]),
  )
  return [[], ...inner]
}

function change(value: unknown, [key, ...path]: Path, to: (old: unknown) => unknown): unknown {
  if (key === undefined) return to(value)
  if (Array.isArray(value)) return value.with(key as number, change(value[key as number], path, to))
  const members = value as Record<string, unknown>
  return { ...members, [key]: change(members[key], path, to) }
}

function remove(value: unknown, path: Path): unknown {
  const key = path.at(-1)
  if (key === undefined) return null
  return change(value, path.slice(0, -1), (container) =>
    Array.isArray(container)
      ? container.toSpliced(key as number, 1)
      : Object.fromEntries(Object.entries(container as object).filter(([name]) => name !== key)),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
