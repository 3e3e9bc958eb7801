/**
 * Web Lock of a page. While the page holds the lock, other tabs do not take over its stored events. Otherwise, two tabs
 * would send the same events.
 */
export interface PageLock {
  /** Acquires the lock. Resolves when the lock is held or cannot be acquired. */
  hold(): Promise<void>
  release(): void
  /** Returns the ids of the pages that are still open, or undefined if the browser does not support Web Locks. */
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
    // Also called when the page enters the back/forward cache, because the browser might never restore the page.
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

/** Returns the lock manager of the browser, or undefined in older browsers and insecure contexts. */
function locksOf(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
