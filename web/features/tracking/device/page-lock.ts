/**
 * Web Lock named after a page, which shows other tabs that the page is alive. They take over its queue only after the
 * lock is released, so two tabs never send the same queue.
 */
export interface PageLock {
  /** Resolves when the lock is acquired or unavailable. */
  hold(): Promise<void>
  release(): void
  /** Returns the names of living pages, or undefined if the browser does not support Web Locks. */
  living(): Promise<Set<string> | undefined>
}

const prefix = 'formlotse-tracker:'

export function createPageLock(owner: string): PageLock {
  let letGo: (() => void) | undefined
  const hold = () =>
    new Promise<void>((held) => {
      const locks = locksOf()
      if (!locks || letGo) return held()
      const keep = new Promise<void>((resolve) => (letGo = resolve))
      locks
        .request(prefix + owner, () => {
          held()
          return keep
        })
        .catch(() => held())
    })
  return {
    hold,
    // A page in the back/forward cache may never return, and in some browsers a lock prevents caching it.
    release() {
      letGo?.()
      letGo = undefined
    },
    async living() {
      try {
        const held = (await locksOf()?.query())?.held
        return held && new Set(held.map((lock) => (lock.name ?? '').slice(prefix.length)))
      } catch {
        return undefined
      }
    },
  }
}

/** Returns undefined in older browsers and insecure contexts. */
function locksOf(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
