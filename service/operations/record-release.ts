import { StoreUnavailable } from '#db/ports/store.ts'
import type { OperationalLog } from '#db/ports/operational-log.ts'

/**
 * Records that the service was started in this version, unless the last recorded start was in the same version. Returns
 * false if that has to be tried again, because a process of an earlier version is connected to the database.
 */
export async function recordRelease(operations: OperationalLog, version: string): Promise<boolean> {
  const [last] = await operations.read({ types: ['released'], limit: 1 })
  if (last?.data.version === version) return true
  // Replicas that start together have the same key. A return to an earlier version has another one.
  const once = `released:${last?.position ?? 0}:${version}`
  const { status } = await operations.append({
    type: 'released',
    once,
    data: { version, ...(!last && { isFirst: true }) },
  })
  return status !== 'postponed'
}

/** Does the same at the start of the process, which an outage of the store must not prevent. */
export async function tryRecordRelease(operations: OperationalLog, version: string): Promise<boolean> {
  try {
    return await recordRelease(operations, version)
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}
