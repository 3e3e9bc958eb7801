import type { AppendRequest, Appended, NewEvent, Rejection } from '#db/event-log.ts'
import { StoreUnavailable } from '#db/store.ts'

export interface LaneSettings {
  /** Pending events that make a batch due. */
  size: number
  /** Longest that an event waits for others, in ms. */
  waitMs: number
  /** Most events in one commit; a batch is made of whole requests, so one request may exceed it. */
  maxBatch: number
  /** More pending events than this are refused. */
  maxPending: number
}

export interface Timers {
  set: (callback: () => void, ms: number) => unknown
  clear: (handle: unknown) => void
}

export interface LaneDeps extends LaneSettings {
  append: (batch: Pick<AppendRequest, 'events' | 'rejected'>) => Promise<Appended[]>
  timers: Timers
  /** After each commit, with the number of its events and what became of them. */
  committed: (appended: Appended[]) => void
  /** A commit failed. */
  failed: (error: unknown) => void
}

interface Waiting {
  events: NewEvent[]
  resolve: (appended: Appended[]) => void
  reject: (error: unknown) => void
}

/** The one that runs, and a full one behind it. */
const mostCommits = 2

/** Rejections kept for the next commit; beyond it the oldest are dropped, for they are only there to be looked at. */
const mostRejections = 1000

/**
 * Group commit (DESIGN 4, lanes): urgent events are committed at once with whatever waits, the others when ten are
 * pending or 5 s have passed. What arrives while a commit runs forms the next batch, which waits for it unless it is full:
 * then it is handed over already, so that the store has work while answers and posts are under way.
 */
export function createLanes(deps: LaneDeps) {
  let waiting: Waiting[] = []
  let rejections: Rejection[] = []
  let pending = 0
  let inFlight = 0
  let due = false
  let draining = false
  const running = new Set<Promise<void>>()
  let timer: unknown

  /** Resolves when the events are committed. Throws StoreUnavailable when too much is pending, or as the store does. */
  function submit(events: NewEvent[], urgent: boolean): Promise<Appended[]> {
    if (pending + inFlight >= deps.maxPending)
      return Promise.reject(new StoreUnavailable(`${pending + inFlight} events are pending`))
    return new Promise((resolve, reject) => {
      waiting.push({ events, resolve, reject })
      pending += events.length
      if (urgent || draining || pending >= deps.size) due = true
      schedule()
    })
  }

  /** Keeps rejections for the next commit; nobody waits for them. */
  function note(rejected: Rejection[]): void {
    rejections = [...rejections, ...rejected].slice(-mostRejections)
    schedule()
  }

  function schedule(): void {
    if (due && mayCommit()) {
      commitNext()
      schedule()
    } else if (!due && (waiting.length > 0 || rejections.length > 0))
      timer ??= deps.timers.set(elapse, deps.waitMs)
  }

  function mayCommit(): boolean {
    return running.size === 0 || (running.size < mostCommits && pending >= deps.maxBatch)
  }

  function commitNext(): void {
    const { requests, rejected, size } = takeBatch()
    const commits = commit(requests, rejected).finally(() => {
      inFlight -= size
      running.delete(commits)
      schedule()
    })
    running.add(commits)
  }

  function stopTimer(): void {
    if (timer !== undefined) deps.timers.clear(timer)
    timer = undefined
  }

  function elapse(): void {
    timer = undefined
    due = true
    schedule()
  }

  function takeBatch(): { requests: Waiting[]; rejected: Rejection[]; size: number } {
    let upTo = 0
    const cut = waiting.findIndex(({ events }, index) => {
      upTo += events.length
      return index > 0 && upTo > deps.maxBatch
    })
    const requests = cut === -1 ? waiting : waiting.slice(0, cut)
    waiting = cut === -1 ? [] : waiting.slice(cut)
    const size = requests.reduce((sum, { events }) => sum + events.length, 0)
    inFlight += size
    pending -= size
    due = waiting.length > 0
    if (!due) stopTimer()
    const rejected = rejections
    rejections = []
    return { requests, rejected, size }
  }

  async function commit(requests: Waiting[], rejected: Rejection[]): Promise<void> {
    let appended: Appended[]
    try {
      appended = await deps.append({ events: requests.flatMap(({ events }) => events), rejected })
    } catch (error) {
      deps.failed(error)
      return refuse(requests, rejected, error)
    }
    let start = 0
    for (const { events, resolve } of requests) resolve(appended.slice(start, (start += events.length)))
    deps.committed(appended)
  }

  async function refuse(requests: Waiting[], rejected: Rejection[], error: unknown): Promise<void> {
    if (error instanceof StoreUnavailable) rejections = [...rejected, ...rejections].slice(-mostRejections)
    else if (requests.length > 1) {
      // One request that the store cannot take must not cost the others of its batch.
      for (const request of requests) await commit([request], [])
      return
    }
    for (const { reject } of requests) reject(error)
  }

  /** Commits everything that waits, now. Resolves when it is committed or refused. */
  async function flush(): Promise<void> {
    if (waiting.length > 0 || rejections.length > 0) due = true
    schedule()
    while (running.size > 0) await Promise.all(running)
  }

  /** For the end of the service: from now on nothing waits for others. */
  async function drain(): Promise<void> {
    draining = true
    await flush()
    stopTimer()
  }

  return { submit, note, flush, drain, pending: () => pending + inFlight }
}
