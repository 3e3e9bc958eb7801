import { type AdmitKey, type ReportKey, maxKeysPerDay } from './report-keys.ts'

/** Result of a lookup: the admitted keys, and their number by day and dimension. */
export interface StoredKeys {
  known: ReportKey[]
  taken: (Pick<ReportKey, 'day' | 'dimension'> & { keys: number })[]
}

/** Tracks which of the looked-up report keys are admitted. */
export function createKeyBook(limit = maxKeysPerDay) {
  const lookedUp = new Set<string>()
  const known = new Set<string>()
  const taken = new Map<string, number>()

  function open(takesPlaces: boolean) {
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
      const place = placeOf(key)
      const others = addedOn.get(place) ?? 0
      if ((taken.get(place) ?? 0) + others >= limit) return false
      if (takesPlaces) {
        added.set(name, key)
        addedOn.set(place, others + 1)
      }
      return true
    }
    return { admit, added: () => [...added.values()], missing: () => [...missing.values()] }
  }

  return {
    /** Returns the check for events counted for the first time: new keys are admitted in order of appearance. */
    admitting: () => open(true),
    /**
     * Returns the check for events counted before. A key that is not stored was rejected, unless the limit of its day
     * is not reached: then it was counted before the limit existed.
     */
    lookingUp: () => open(false),
    learn(wanted: readonly ReportKey[], stored: StoredKeys): void {
      for (const key of wanted) lookedUp.add(nameOf(key))
      for (const key of stored.known) known.add(nameOf(key))
      for (const { keys, ...place } of stored.taken) taken.set(placeOf(place), keys)
    },
  }
}

export type KeyBook = ReturnType<typeof createKeyBook>

function placeOf({ day, dimension }: Pick<ReportKey, 'day' | 'dimension'>): string {
  return `${day} ${dimension}`
}

function nameOf(key: ReportKey): string {
  return `${placeOf(key)} ${key.key}`
}
