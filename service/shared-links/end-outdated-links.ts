import type { Logger } from 'pino'
import type { UserStore } from '#db/ports/staff/user-store.ts'
import { ignoreUnavailable } from '#service/access/sessions.ts'

interface EndingSettings {
  /** Fingerprint of the current password of the reports (see `marketerFingerprint`). */
  credential: string
  log: Logger
}

/**
 * Ends the shared links that were made with a previous password of the reports, at the start. If the store cannot write,
 * the next start ends them, because the fingerprint that it keeps is then still the previous one.
 */
export async function endOutdatedLinks(
  users: Pick<UserStore, 'keepReportsCredential'>,
  { credential, log }: EndingSettings,
): Promise<void> {
  const ended = await users.keepReportsCredential(credential).catch((error: unknown) => {
    ignoreUnavailable(error)
    log.warn('the links of a previous password of the reports could not be looked for; restart to repeat it')
    return 0
  })
  if (ended > 0)
    log.info({ ended }, 'the password of the reports changed; links that were made with it ended')
}
