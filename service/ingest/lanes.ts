import type { AppendRequest, AppendResult, Rejection } from '#db/ports/event-log.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { type Batch, WaitingRequests } from './waiting-requests.ts'

export interface LaneSettings {
  /** Number of waiting events at which a batch is committed. */
  size: number
  /** Maximum time, in ms, that an event waits for further events before the commit. */
  waitMs: number
  /**
   * Maximum number of events in one commit. Requests are not split, so a single request with more events exceeds this
   * maximum.
   */
  maxBatch: number
  /** Maximum number of events that are waiting or being committed. Further events are refused. */
  maxPending: number
}

export interface Timers {
  set: (callback: () => void, ms: number) => unknown
  clear: (handle: unknown) => void
}

export interface LaneDeps extends LaneSettings {
  append: (batch: Required<Pick<AppendRequest, 'events' | 'rejected'>>) => Promise<AppendResult[]>
  timers: Timers
  /** Called after each commit with the results of its events. */
  committed: (appended: AppendResult[]) => void
  /** Called when a commit failed. */
  failed: (error: unknown) => void
}

/** Maximum number of concurrent commits. While one is running, a second one is started only for a full batch. */
const maxCommits = 2

/**
 * Commits the events of several requests together. A batch is committed when `size` events are waiting, when `waitMs`
 * have passed, or immediately if an event is urgent. While a commit is running, further events wait until it has ended,
 * unless they fill a batch (`maxBatch`). A full batch is committed at once, so that the store has work while this
 * thread handles responses and requests.
 */
export class Lanes {
  readonly #deps: LaneDeps
  readonly #waiting = new WaitingRequests()
  readonly #commits = new Set<Promise<void>>()
  /** Number of events in running commits. */
  #inFlight = 0
  /** True if the waiting events must be committed as soon as possible. */
  #due = false
  #draining = false
  #timer: unknown

  constructor(deps: LaneDeps) {
    this.#deps = deps
  }

  /**
   * Resolves with the results when the events are committed. Rejects with `StoreUnavailable` if too many events are
   * pending, and with any error of the store.
   */
  submit(events: AppendRequest['events'], urgent: boolean): Promise<AppendResult[]> {
    const { maxPending, size } = this.#deps
    if (this.pending >= maxPending)
      return Promise.reject(new StoreUnavailable(`${this.pending} events are pending`))
    return new Promise((resolve, reject) => {
      this.#waiting.add({ events, resolve, reject })
      if (urgent || this.#draining || this.#waiting.events >= size) this.#due = true
      this.#schedule()
    })
  }

  /** Adds rejections to the next commit, without waiting for it. */
  note(rejected: readonly Rejection[]): void {
    this.#waiting.addRejections(rejected)
    this.#schedule()
  }

  /** Number of events that are not committed yet. */
  get pending(): number {
    return this.#waiting.events + this.#inFlight
  }

  /** Commits all waiting events now. Resolves when they are committed or refused. */
  async flush(): Promise<void> {
    if (!this.#waiting.isEmpty) this.#due = true
    this.#schedule()
    while (this.#commits.size > 0) await Promise.all(this.#commits)
  }

  /**
   * Commits all waiting events. Called at shutdown: events that are submitted later are committed at once, instead of
   * waiting until a batch is full.
   */
  async drain(): Promise<void> {
    this.#draining = true
    await this.flush()
    this.#stopTimer()
  }

  #schedule(): void {
    if (this.#due && this.#canCommit()) {
      this.#startCommit()
      this.#schedule()
    } else if (!this.#due && !this.#waiting.isEmpty)
      this.#timer ??= this.#deps.timers.set(() => this.#elapse(), this.#deps.waitMs)
  }

  #canCommit(): boolean {
    const running = this.#commits.size
    return running === 0 || (running < maxCommits && this.#waiting.events >= this.#deps.maxBatch)
  }

  #startCommit(): void {
    const batch = this.#waiting.take(this.#deps.maxBatch)
    this.#inFlight += batch.size
    this.#due = this.#waiting.hasRequests
    if (!this.#due) this.#stopTimer()
    const commit = this.#commit(batch).finally(() => {
      this.#inFlight -= batch.size
      this.#commits.delete(commit)
      this.#schedule()
    })
    this.#commits.add(commit)
  }

  #elapse(): void {
    this.#timer = undefined
    this.#due = true
    this.#schedule()
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#deps.timers.clear(this.#timer)
    this.#timer = undefined
  }

  async #commit({ requests, rejected }: Pick<Batch, 'requests' | 'rejected'>): Promise<void> {
    let appended: AppendResult[]
    try {
      appended = await this.#deps.append({ events: requests.flatMap(({ events }) => events), rejected })
    } catch (error) {
      this.#deps.failed(error)
      return this.#refuse({ requests, rejected }, error)
    }
    let start = 0
    for (const { events, resolve } of requests) resolve(appended.slice(start, (start += events.length)))
    this.#deps.committed(appended)
  }

  async #refuse({ requests, rejected }: Pick<Batch, 'requests' | 'rejected'>, error: unknown): Promise<void> {
    if (error instanceof StoreUnavailable) this.#waiting.restoreRejections(rejected)
    else if (requests.length > 1) {
      // The requests of the failed batch are committed one by one, so that a request that the store cannot accept does
      // not fail the others.
      for (const request of requests) await this.#commit({ requests: [request], rejected: [] })
      return
    }
    for (const { reject } of requests) reject(error)
  }
}
