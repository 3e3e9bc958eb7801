export const userRoles = ['marketer', 'operator', 'admin'] as const
export type UserRole = (typeof userRoles)[number]

/** An invited user has not logged in yet. A deactivated one has no access. */
export type UserState = 'invited' | 'active' | 'deactivated'

export interface StoredUser {
  id: string
  /** Name and e-mail address, encrypted. */
  sealed: Uint8Array
  role: UserRole
  state: UserState
  /** Hash of the password in PHC format; null if the user has none. */
  passwordHash: string | null
  /** Increases with everything that decides about access: role, state, password and identity. */
  version: number
  /** ms since the epoch, like the other times */
  createdAt: number
  lastLoginAt: number | null
  /** End of the one-time link; null if there is none. */
  linkExpiresAt: number | null
}

export interface NewUser {
  id: string
  /** Keyed hash of the e-mail address, in hex. */
  emailHash: string
  sealed: Uint8Array
  role: UserRole
  createdAt: number
}

export interface OneTimeLink {
  /** SHA-256 of the token of the link. The token itself is not stored. */
  hash: string
  expiresAt: number
}

export interface UserChange {
  role?: UserRole
  /** `active` returns a deactivated user to the state before: `invited` without password and identity. */
  state?: 'active' | 'deactivated'
}

/**
 * Named users of the staff. Their names and addresses are personal data and therefore in no event: a row can be removed.
 * A session is valid only while the user is active and nothing that decides about access has changed since its begin.
 */
export interface UserStore {
  /** Adds an invited user without a password; returns false if the address is known. */
  add(user: NewUser): Promise<boolean>
  /** Returns all users, those first that were added first. */
  list(): Promise<StoredUser[]>
  find(id: string): Promise<StoredUser | undefined>
  findByEmail(emailHash: string): Promise<StoredUser | undefined>
  /** Returns the user of a one-time link that has not ended at `now`; undefined also for a deactivated user. */
  findByLink(hash: string, now: number): Promise<StoredUser | undefined>
  /** Replaces the one-time link of a user who is not deactivated; returns false if there is no such user. */
  setLink(id: string, link: OneTimeLink): Promise<boolean>
  /**
   * Changes role or state, and ends the sessions and the one-time link of the user, except that an invitation stays
   * valid with another role. A deactivation also ends the tokens that the user made; another role than admin ends those of
   * scripts, and the role of an operator, who does not read the reports, the shared links. Returns `last-admin`, and
   * changes nothing, if the passwords that are shared are turned off and no active admin with a password would remain.
   */
  change(id: string, change: UserChange): Promise<'changed' | 'unknown' | 'last-admin'>
  /**
   * Sets the password, activates an invited user and ends all sessions and the one-time link. With `linkHash`, only if
   * this link is still valid at `now`; with `version`, only if the user still has it. Returns false if there is no such
   * user, the user is deactivated, the link has ended or the version differs.
   */
  setPassword(request: SetPassword): Promise<boolean>
  /** Returns the user with an account at the provider of OpenID Connect, in any state. */
  findByIdentity(identityHash: string): Promise<StoredUser | undefined>
  /**
   * Binds a user to an account at the provider, activates an invited user and ends all sessions and the one-time link.
   * Returns false, and changes nothing, if the version differs, the user is deactivated or bound already, or the account
   * is bound to another user.
   */
  bindIdentity(request: BindIdentity): Promise<boolean>
  /** Removes a user with the sessions, the saved views and the tokens that the user made; refused like `change`. */
  remove(id: string): Promise<'changed' | 'unknown' | 'last-admin'>
  /** Whether the token and the passwords that several people share are accepted; true by default. */
  sharedAccess(): Promise<boolean>
  /**
   * Turns shared access on or off; returns false if it would be off without an active admin who has a password. Removes
   * the sessions that were opened with shared passwords, so that none is valid again when these are turned on again.
   * Turning it off ends the links that were made with a shared password.
   */
  setSharedAccess(on: boolean): Promise<boolean>
  /**
   * Keeps the fingerprint of the shared password of the reports. If another one was kept, ends the links that were made
   * with the shared password; returns their number.
   */
  keepReportsCredential(credential: string): Promise<number>
}

export interface SetPassword {
  id: string
  passwordHash: string
  linkHash?: string
  /** Version of the user whose password or link was verified. It increases by one with the password. */
  version?: number
  now: number
}

export interface BindIdentity {
  id: string
  /** SHA-256 of issuer and subject, in base64url. */
  identityHash: string
  /** Version of the user that was read. It increases by one. */
  version: number
}

export interface UserSession {
  /** Public id, by which the session is listed and ended. It gives no access. */
  id: string
  userId: string
  /** Browser and system, such as `Firefox, Linux`. */
  device: string
  createdAt: number
  expiresAt: number
  lastUsedAt: number
}

export interface NewUserSession extends Omit<UserSession, 'lastUsedAt'> {
  /** Hash of the cookie, which itself is not stored. */
  hash: string
  /** Version of the user whose password was verified. */
  version: number
}

/** A session with what decides about access. */
export interface FoundUserSession extends UserSession, Pick<StoredUser, 'sealed' | 'role'> {}

export interface UserSessionStore {
  /**
   * Adds a session and records the login. Removes expired sessions, and the least recently used ones of the user above
   * `limit`. Returns false if the user is not active or has another version.
   */
  begin(session: NewUserSession, limit: number): Promise<boolean>
  /** Returns the session of a cookie if it is still valid at `now`. */
  find(hash: string, now: number): Promise<FoundUserSession | undefined>
  /** Records that the session was used at `at`, unless a later use is already recorded. */
  touch(hash: string, at: number): Promise<void>
  /** Returns the valid sessions of a user, or of all users, those first that were used last. */
  list(query: { userId?: string; now: number }): Promise<UserSession[]>
  /** Ends a session by its public id, only if it belongs to `userId` when given; returns false when there is none. */
  end(query: { id: string; userId?: string }): Promise<boolean>
  /** Ends all sessions of a user except the one with the public id `except`; returns their number. */
  endOthers(userId: string, except?: string): Promise<number>
}
