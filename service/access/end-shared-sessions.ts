import type { Context } from 'hono'
import type { OperatorStore } from '#db/ports/operator-store.ts'
import type { Sessions } from './sessions.ts'

interface EndingSettings {
  /** Sessions of each shared password. */
  sessions: readonly Pick<Sessions, 'find' | 'end'>[]
  audit: OperatorStore['audit']
  /** ms since the epoch */
  now: () => number
}

/** Ends the sessions that a browser has opened with shared passwords; returns whether there were any. */
export type EndSharedSessions = (c: Context) => Promise<boolean>

/** The logout of an operator is recorded first, as on the operators' page. */
export function endSharedSessions({ sessions, audit, now }: EndingSettings): EndSharedSessions {
  return async (c) => {
    let hasEnded = false
    for (const shared of sessions) {
      const session = await shared.find(c)
      if (!session) continue
      if (session.role === 'operator')
        await audit({ at: now(), operator: session.subject, action: 'logout', orderId: null, detail: null })
      hasEnded = (await shared.end(c)) || hasEnded
    }
    return hasEnded
  }
}
