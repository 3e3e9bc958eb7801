/** A token with which a script, or the reader of a shared link, gets access without being a user. */
export interface AccessToken {
  id: string
  kind: 'script' | 'link'
  /** What the token is for, as the user who made it says. */
  name: string
  /** What the token opens: the service defines the values of scripts; for a link, the path at which it starts. */
  scope: string
  /** Id of the user who made it; null if that was a command or, for a link, a person with a shared password. */
  userId: string | null
  /** ms since the epoch, like the other times */
  createdAt: number
  expiresAt: number
  lastUsedAt: number | null
}

export interface NewAccessToken extends Omit<AccessToken, 'lastUsedAt'> {
  /** SHA-256 of the token, which itself is not stored. */
  hash: string
}

export interface AccessTokenStore {
  /**
   * Adds a token and removes expired ones; returns false if there are `limit` tokens of its kind already. Links are
   * limited for each maker, and refused if the maker does not read the reports: is not active, is an operator, or has
   * used a shared password that is turned off since.
   */
  add(token: NewAccessToken, limit: number): Promise<boolean>
  /** Returns the token if it is valid at `now`. */
  find(hash: string, now: number): Promise<AccessToken | undefined>
  /** Returns the valid tokens, those first that were added last. */
  list(now: number): Promise<AccessToken[]>
  touch(id: string, at: number): Promise<void>
  /** Ends a token; returns it, or undefined when there is none. */
  end(id: string): Promise<AccessToken | undefined>
}
