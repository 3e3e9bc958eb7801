import { type Random, aroundMedian, happens, pickWeighted } from './chance.ts'

interface InventedTime {
  field: string
  seconds: number
  edits: number
  empty: boolean
}

/** Median seconds that visitors spend in a field, by a part of its name. Long ones make visitors give up more often. */
const medians: readonly (readonly [part: RegExp, seconds: number])[] = [
  [/beitragsnummer$/i, 19],
  [/iban$/i, 22],
  [/dokumente|urkunde|vertrag|nachweis|ausweis|bescheinigung/i, 28],
  [/datum$|month$|Zu$/, 8],
  [/email$/i, 9],
  [/strasse$/, 7],
  [/hausnummer$|plz$|land$/, 3],
]
/** Median for all other fields. */
const otherMedian = 5

const medianOf = (field: string) => medians.find(([part]) => part.test(field))?.[1] ?? otherMedian

/** Returns the names of the fields and of the parts of addresses that have these values. */
export function usedFields(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((part) => `${name}.${part}`)
      : [name],
  )
}

/** Returns how a visitor used the fields of a step that they completed, at most 30 of them. */
export function inventFieldTimes(random: Random, fields: readonly string[]): InventedTime[] {
  return fields.slice(0, 30).map((field) => ({
    field,
    seconds: tenths(aroundMedian(random, medianOf(field), 0.6)),
    edits: happens(random, 0.07) ? 1 : 0,
    empty: false,
  }))
}

/**
 * Returns how a visitor used the fields of a step before they left it. They give up in one of the fields, most often in a
 * laborious one, and spend more time in it. A few use no field at all.
 */
export function inventDeparture(
  random: Random,
  fields: readonly string[],
): { field?: string; fieldTimes: InventedTime[] } {
  if (fields.length === 0 || happens(random, 0.12)) return { fieldTimes: [] }
  const { field } = pickWeighted(
    random,
    fields.slice(0, 30).map((name) => ({ field: name, weight: medianOf(name) })),
  )
  const fieldTimes = inventFieldTimes(random, fields.slice(0, fields.indexOf(field) + 1))
  const last = fieldTimes.at(-1)!
  last.seconds = tenths(last.seconds * 1.8)
  last.empty = happens(random, 0.55)
  last.edits += happens(random, 0.15) ? 1 : 0
  return { field, fieldTimes }
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10
