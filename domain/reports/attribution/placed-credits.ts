import type { Credits } from './compute.ts'

/** Identifies the credits of a key, under one model if there are several. */
interface CreditName {
  model?: string
  key: string
}

/**
 * Returns the credits of a report that counts orders on the day on which they were placed. `started` contains the credits
 * of the runs that started on the days of the report, `placed` those of the orders that were placed on these days.
 */
export function placedCredits<Name extends CreditName>(
  started: readonly (Name & Credits)[],
  placed: readonly (Name & Credits)[],
): (Name & Credits)[] {
  const merged = new Map<string, Name & Credits>()
  for (const row of started) {
    const { runs, orders: completed } = row
    merged.set(nameOf(row), { ...row, runs, completed, orders: 0, revenueCents: 0, netRevenueCents: 0 })
  }
  for (const row of placed) {
    const { runs = 0, completed = 0 } = merged.get(nameOf(row)) ?? {}
    merged.set(nameOf(row), { ...row, runs, completed })
  }
  return [...merged.values()]
}

function nameOf({ model = '', key }: CreditName): string {
  return `${model}:${key}`
}
