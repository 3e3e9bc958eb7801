import type { WireTouch } from '#domain/events/wire-events.ts'
import type { Place } from '#web/features/consent/consent.ts'
import { maxValue, parameters } from './entry-touch.ts'

/** Written with marketing consent only. The session is kept until the tab is closed, the touches for 7 days. */
export const sessionKey = 'formlotse-session'
export const touchesKey = 'formlotse-attribution'

export interface Places {
  session: () => Place
  lasting: () => Place
}

export interface Session {
  id: string
  startedAt: string
  touches: WireTouch[]
}

const version = 1

export function readSession({ session }: Places): Session | undefined {
  const { id, startedAt, touches } = readObject(session, sessionKey)
  if (typeof id !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
  return isInstant(startedAt) ? { id, startedAt, touches: readTouches(touches) } : undefined
}

export function readLasting({ lasting }: Places): WireTouch[] {
  return readTouches(readObject(lasting, touchesKey)['touches'])
}

export function keepVisit({ session, lasting }: Places, kept: Session): void {
  write(session, sessionKey, { version, ...kept })
  if (kept.touches.length > 0) write(lasting, touchesKey, { version, touches: kept.touches })
  else remove(lasting, touchesKey)
}

export function forgetVisit({ session, lasting }: Places): void {
  remove(session, sessionKey)
  remove(lasting, touchesKey)
}

function readObject(place: () => Place, key: string): Record<string, unknown> {
  try {
    const value = JSON.parse(place().getItem(key) ?? '{}') as Record<string, unknown> | null
    return value?.['version'] === version ? value : {}
  } catch {
    return {}
  }
}

function write(place: () => Place, key: string, value: object): void {
  try {
    place().setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked; the copy in memory remains.
  }
}

function remove(place: () => Place, key: string): void {
  try {
    place().removeItem(key)
  } catch {
    // If removing is blocked, writing was blocked too, so there is nothing to remove.
  }
}

/** Returns the valid touches. Stored data is validated, because other scripts and users can change it. */
function readTouches(value: unknown): WireTouch[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((touch: Record<string, unknown> | null) => {
    const at = touch?.['at']
    if (!isInstant(at)) return []
    const given = parameters.flatMap((name) => {
      const text = touch?.[name]
      return typeof text === 'string' && text !== '' ? [[name, text.slice(0, maxValue)] as const] : []
    })
    return given.length > 0 ? [{ at, ...Object.fromEntries(given) }] : []
  })
}

function isInstant(value: unknown): value is string {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
  )
}
