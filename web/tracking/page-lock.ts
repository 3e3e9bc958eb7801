/**
 * Shows other tabs of the site that a page lives, by a Web Lock with its name. What a page left behind is taken over
 * only once its lock is gone, so two tabs never send the same queue.
 */
export interface PageLock {
  /** Resolves when the lock is held, or cannot be. */
  hold(): Promise<void>
  release(): void
  /** Names of the pages that live, or undefined where there are no Web Locks. */
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
    // A page that is kept for the back button may never come back, and in some browsers a lock would keep it from being kept.
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

/** Absent in older browsers and where the connection is not secure. */
function locksOf(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks
}
