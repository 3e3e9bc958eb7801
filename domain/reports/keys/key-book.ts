import { type AdmitKey, type ReportKey, maxKeysPerDay } from './report-keys.ts'

/**
 * Result of a database lookup. `known` contains the requested keys that are stored. `counts` contains the number of all
 * stored keys by day and dimension.
 */
export interface StoredKeys {
  known: ReportKey[]
  counts: (Pick<ReportKey, 'day' | 'dimension'> & { keys: number })[]
}

/**
 * Creates a key book. It remembers which report keys are stored in the database. From this, it decides which keys are
 * counted separately (see `AdmitKey`).
 */
export function createKeyBook(limit = maxKeysPerDay) {
  const lookedUp = new Set<string>()
  const known = new Set<string>()
  const counts = new Map<string, number>()

  function open(addsKeys: boolean) {
    const added = new Map<string, ReportKey>()
    const missing = new Map<string, ReportKey>()
    const addedOn = new Map<string, number>()

    const admit: AdmitKey = (key) => {
      const name = nameOf(key)
      if (known.has(name) || added.has(name)) return true
      if (!lookedUp.has(name)) {
        missing.set(name, key)
        return true
      }
      const group = groupOf(key)
      const others = addedOn.get(group) ?? 0
      if ((counts.get(group) ?? 0) + others >= limit) return false
      if (addsKeys) {
        added.set(name, key)
        addedOn.set(group, others + 1)
      }
      return true
    }
    return { admit, added: () => [...added.values()], missing: () => [...missing.values()] }
  }

  return {
    /**
     * Returns the check to use for events that are counted for the first time. The check admits new keys in order of
     * appearance until the limit of their day and dimension is reached.
     */
    admitting: () => open(true),
    /**
     * Returns the check to use for events that were counted before. The check adds no keys. It repeats the decisions
     * that were made when the events were first counted:
     * - A stored key is admitted.
     * - If the limit of its day and dimension is reached, a key that is not stored is rejected.
     * - If the limit is not reached, a key that is not stored is admitted: it was counted before limits existed.
     */
    lookingUp: () => open(false),
    /** Returns whether all these keys, which were looked up, are admitted in any order. */
    admitsAll(wanted: readonly ReportKey[]): boolean {
      const others = new Map<string, number>()
      return wanted.every((key) => {
        if (known.has(nameOf(key))) return true
        const group = groupOf(key)
        const added = (others.get(group) ?? 0) + 1
        others.set(group, added)
        return (counts.get(group) ?? 0) + added <= limit
      })
    },
    /** Adds the result of a database lookup of the `wanted` keys. */
    learn(wanted: readonly ReportKey[], stored: StoredKeys): void {
      for (const key of wanted) lookedUp.add(nameOf(key))
      for (const key of stored.known) known.add(nameOf(key))
      for (const { keys, ...group } of stored.counts) counts.set(groupOf(group), keys)
    },
  }
}

export type KeyBook = ReturnType<typeof createKeyBook>

function groupOf({ day, dimension }: Pick<ReportKey, 'day' | 'dimension'>): string {
  return `${day} ${dimension}`
}

function nameOf(key: ReportKey): string {
  return `${groupOf(key)} ${key.key}`
}
