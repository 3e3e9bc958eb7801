/** A view of the reports that a user has saved: a page with its filters. */
export interface SavedView {
  id: string
  userId: string
  name: string
  /** Path and query of the page. */
  path: string
  /** ms since the epoch */
  createdAt: number
}

export interface SavedViewStore {
  /** Adds a view in place of one of the user with the same name; returns false if the user has `limit` others. */
  add(view: SavedView, limit: number): Promise<boolean>
  /** Returns the views of a user by name. */
  list(userId: string): Promise<SavedView[]>
  /** Removes a view of a user; returns false when there is none. */
  remove(query: { id: string; userId: string }): Promise<boolean>
}
