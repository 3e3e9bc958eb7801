import type { UserStore } from '#db/ports/staff/user-store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { Problem } from '#service/http/errors.ts'

/** Time, in ms, after which another process's change takes effect here. */
const knownMs = 5000

/** Whether the token and the passwords that several people share are accepted. */
export interface SharedAccess {
  isOn(): Promise<boolean>
  /** Turns it on or off; returns false if it would be off without an active admin who has a password. */
  set(on: boolean): Promise<boolean>
}

interface SharedAccessSettings {
  users: Pick<UserStore, 'sharedAccess' | 'setSharedAccess'>
  /** ms since the epoch */
  now: () => number
}

/** Keeps the setting for some seconds, so that requests with the token cause no reads. */
export function createSharedAccess({ users, now }: SharedAccessSettings): SharedAccess {
  let known: { on: boolean; at: number } | undefined
  const isRecent = () => known !== undefined && now() >= known.at && now() < known.at + knownMs
  return {
    async isOn() {
      if (known && isRecent()) return known.on
      try {
        known = { on: await users.sharedAccess(), at: now() }
      } catch (error) {
        // Metrics are needed most during an outage of the store.
        if (!known || !(error instanceof StoreUnavailable)) throw error
      }
      return known.on
    },
    async set(on) {
      const isSet = await users.setSharedAccess(on)
      if (isSet) known = { on, at: now() }
      return isSet
    },
  }
}

/** Returns the 403 problem of a login with a shared password while these are turned off. */
export function sharedAccessOff(): Problem {
  return new Problem({
    status: 403,
    type: 'shared-access-off',
    title: 'Shared passwords are turned off',
    detail: 'An admin has turned off the shared passwords. Log in with e-mail address and password.',
  })
}
