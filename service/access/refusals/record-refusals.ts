import type { Logger } from 'pino'
import type { OperatorStore, Refusals } from '#db/ports/operator-store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { hourMs } from '#domain/time/durations.ts'

/** Minimum time between two writes, in ms. Anyone can cause refusals, so they must not cause as many writes. */
const writeEveryMs = 10_000
/** Maximum number of entries per hour and process; further refusals are counted as those of `unknownUser`. */
const maxEntriesPerHour = 100
/** Maximum number of entries that wait while the store is unavailable; further ones are only in the log. */
const maxWaiting = 500

/** Names in the audit that no person can have: staff names contain neither parentheses nor underscores. */
export const unknownUser = '(unknown user)'
export const unknownToken = '(unknown token)'
export const loginProvider = '(login provider)'
export const reportsPassword = 'REPORTS_PASSWORD'
export const ordersPassword = 'ORDERS_PASSWORD'
export const reportsToken = 'REPORTS_TOKEN'

export type RecordRefusal = (refused: Pick<Refusals, 'operator' | 'action'>) => void

interface RefusalRecordSettings {
  store: Pick<OperatorStore, 'auditRefusals'>
  log: Pick<Logger, 'error'>
  /** ms since the epoch */
  now: () => number
  /** Tests set a shorter one. */
  everyMs?: number
}

/**
 * Returns a function that counts refused attempts per hour in the audit. The first one is written at once, later ones every
 * ten seconds at most, so that no client can fill the audit or occupy the store.
 */
export function createRefusalRecord({
  store,
  log,
  now,
  everyMs = writeEveryMs,
}: RefusalRecordSettings): RecordRefusal {
  const waiting = new Map<string, Refusals>()
  const known = { hour: 0, keys: new Set<string>() }
  let timer: NodeJS.Timeout | undefined

  function add(refusals: Refusals): void {
    const key = `${refusals.hour} ${refusals.operator} ${refusals.action}`
    const before = waiting.get(key)
    if (before) before.count += refusals.count
    else if (waiting.size < maxWaiting) waiting.set(key, refusals)
  }

  async function write(): Promise<void> {
    const batch = [...waiting.values()]
    waiting.clear()
    for (const refusals of batch)
      await store.auditRefusals(refusals).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) add(refusals)
        else log.error({ err: error }, 'refused attempts were not recorded')
      })
  }

  /** Writes what waits, and again after `everyMs` until nothing waits. */
  function writeRegularly(): void {
    void write()
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.size > 0) writeRegularly()
    }, everyMs).unref()
  }

  return ({ operator, action }) => {
    const at = now()
    const hour = at - (at % hourMs)
    if (known.hour !== hour) {
      known.hour = hour
      known.keys.clear()
    }
    const key = `${operator} ${action}`
    const isNamed = known.keys.has(key) || known.keys.size < maxEntriesPerHour
    if (isNamed) known.keys.add(key)
    add({ at, hour, operator: isNamed ? operator : unknownUser, action, count: 1 })
    if (!timer) writeRegularly()
  }
}
