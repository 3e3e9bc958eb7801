import type { Context } from 'hono'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import type { Sessions } from './sessions.ts'

interface EndingSettings {
  /** Sessions of each shared password. */
  sessions: readonly Pick<Sessions, 'find' | 'end'>[]
  /** Closes the shared link that the browser has opened. */
  closeLink: (c: Context) => void
  audit: OperatorStore['audit']
  /** ms since the epoch */
  now: () => number
}

/**
 * Ends the sessions that a browser has opened with shared passwords, and closes its shared link; returns whether there were
 * any sessions.
 */
export type EndSharedSessions = (c: Context) => Promise<boolean>

/** Each logout is recorded first, as on the pages of the shared passwords. */
export function endSharedSessions({ sessions, closeLink, audit, now }: EndingSettings): EndSharedSessions {
  return async (c) => {
    closeLink(c)
    let hasEnded = false
    for (const shared of sessions) {
      const session = await shared.find(c)
      if (!session) continue
      await audit({ at: now(), operator: session.subject, action: 'logout', orderId: null, detail: null })
      hasEnded = (await shared.end(c)) || hasEnded
    }
    return hasEnded
  }
}
