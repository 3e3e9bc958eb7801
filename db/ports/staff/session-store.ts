export interface Session {
  /** The account that logged in: `REPORTS_PASSWORD` for all readers of the reports, otherwise the name of the operator. */
  subject: string
  /** Readers of the reports are marketers. They cannot use the operators' page, and operators cannot read the reports. */
  role: 'marketer' | 'operator'
  /** ms since the epoch, like the other times. */
  createdAt: number
  expiresAt: number
  lastUsedAt: number
}

export interface NewSession extends Omit<Session, 'lastUsedAt'> {
  /** Hash of the cookie. The cookie itself is not stored, so reading the database is not enough to use a session. */
  id: string
  /**
   * Keyed fingerprint of the password at login. When the password is changed, the fingerprints differ and the session
   * ends.
   */
  credential: string
}

/** Sessions of the staff, shared by all processes of the service. */
export interface SessionStore {
  /**
   * Adds a session. Removes sessions that expired before its `createdAt`. If the role then has more than `limit`
   * sessions, removes the least recently used ones.
   */
  begin(session: NewSession, limit: number): Promise<void>
  /** Returns the session if it is still valid at `now` and was begun with this credential. */
  find(query: { id: string; credential: string; now: number }): Promise<Session | undefined>
  /** Records that the session was used at `at`, unless a later use is already recorded. */
  touch(id: string, at: number): Promise<void>
  /** Ends a session; returns false when there is none. */
  end(id: string): Promise<boolean>
  /** Ends all sessions of a role that were begun with another credential; returns their number. */
  endOthers(role: Session['role'], credential: string): Promise<number>
}
