import type { WireTouch } from '#domain/events/wire-events.ts'
import type { KeyValueStorage } from '#web/features/consent/consent.ts'
import { maxParameterLength, trackingParameters } from './entry-touch.ts'

/**
 * Storage keys. Data is stored under them only with marketing consent. The session is kept until the tab is closed,
 * touches are kept for 7 days.
 */
export const sessionKey = 'formlotse-session'
export const touchesKey = 'formlotse-attribution'

export interface VisitStorage {
  session: () => KeyValueStorage
  lasting: () => KeyValueStorage
}

export interface Session {
  id: string
  startedAt: string
  touches: WireTouch[]
}

const version = 1

export function readSession({ session }: VisitStorage): Session | undefined {
  const { id, startedAt, touches } = readObject(session, sessionKey)
  if (typeof id !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  return isInstant(startedAt) ? { id, startedAt, touches: readTouches(touches) } : undefined
}

export function readLastingTouches({ lasting }: VisitStorage): WireTouch[] {
  return readTouches(readObject(lasting, touchesKey)['touches'])
}

export function writeVisit({ session, lasting }: VisitStorage, kept: Session): void {
  write(session, sessionKey, { version, ...kept })
  if (kept.touches.length > 0) write(lasting, touchesKey, { version, touches: kept.touches })
  else remove(lasting, touchesKey)
}

export function deleteVisit({ session, lasting }: VisitStorage): void {
  remove(session, sessionKey)
  remove(lasting, touchesKey)
}

function readObject(storage: () => KeyValueStorage, key: string): Record<string, unknown> {
  try {
    const value = JSON.parse(storage().getItem(key) ?? '{}') as Record<string, unknown> | null
    return value?.['version'] === version ? value : {}
  } catch {
    return {}
  }
}

function write(storage: () => KeyValueStorage, key: string, value: object): void {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked. The visit continues with the copy in memory.
  }
}

function remove(storage: () => KeyValueStorage, key: string): void {
  try {
    storage().removeItem(key)
  } catch {
    // If storage is blocked, nothing could be written either, so there is nothing to remove.
  }
}

/** Returns the valid touches. Stored data is validated, because other scripts and users can change it. */
function readTouches(value: unknown): WireTouch[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((touch: Record<string, unknown> | null) => {
    const at = touch?.['at']
    if (!isInstant(at)) return []
    const given = trackingParameters.flatMap((name) => {
      const text = touch?.[name]
      return typeof text === 'string' && text !== ''
        ? [[name, text.slice(0, maxParameterLength)] as const]
        : []
    })
    return given.length > 0 ? [{ at, ...Object.fromEntries(given) }] : []
  })
}

function isInstant(value: unknown): value is string {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
  )
}
