import type { Logger } from 'pino'
import type { ProviderFailure } from '#domain/users/provider-login.ts'
import { type RecordRefusal, unknownToken } from './record-refusals.ts'

export type Refusal = 'wrong-password' | 'wrong-token' | 'too-many-requests' | `oidc-${ProviderFailure}`

/** Maximum number of log lines about refusals per minute. Further refusals are only counted. */
const linesPerMinute = 10
const minute = 60_000

export type AccessLog = ReturnType<typeof createAccessLog>

interface RefusalFacts {
  /** Says more about the reason; contains nothing personal and nothing secret. */
  code?: string | undefined
  /** Name in the audit of what was to be opened: a user, or one of the names of `record-refusals.ts`. */
  operator?: string
}

/**
 * Logs logins, logouts and refusals, without client addresses. Anyone can cause refusals, so only the first ones of
 * each minute get a line each. One line at the end of the minute counts the rest. The audit counts them per hour, with the
 * name of the user, which the log does not contain.
 */
export function createAccessLog(log: Logger, record: RecordRefusal) {
  let inMinute = 0
  const unlogged = new Map<Refusal, number>()

  function endMinute(): void {
    const refused = Object.fromEntries(unlogged)
    if (unlogged.size > 0) log.warn({ refused }, 'more access refused in the last minute')
    inMinute = 0
    unlogged.clear()
  }

  return {
    accepted: (who: { subject: string; role: string }) => log.info(who, 'login accepted'),
    ended: () => log.info('logout'),
    refused(reason: Refusal, { code, operator = unknownToken }: RefusalFacts = {}): void {
      record({ operator, action: `refused-${reason}` })
      if (inMinute === 0) setTimeout(endMinute, minute).unref()
      inMinute += 1
      if (inMinute <= linesPerMinute)
        log.warn({ reason, ...(code !== undefined && { code }) }, 'access refused')
      else unlogged.set(reason, (unlogged.get(reason) ?? 0) + 1)
    },
  }
}
