import type { AppendRequest, AppendResult, Rejection } from '#db/ports/event-log.ts'

/** A request whose events wait for a commit. All events of a request are committed together. */
export interface WaitingRequest {
  events: AppendRequest['events']
  resolve: (appended: AppendResult[]) => void
  reject: (error: unknown) => void
}

export interface Batch {
  requests: WaitingRequest[]
  rejected: Rejection[]
  /** Number of events in the batch. */
  size: number
}

/**
 * Maximum number of rejections kept for the next commit. If there are more, the oldest rejections are dropped, because
 * rejections serve only for diagnosis.
 */
const maxRejections = 1000

/** Requests waiting for the next commit, and the rejections to be stored in the same commit. */
export class WaitingRequests {
  #requests: WaitingRequest[] = []
  #rejections: Rejection[] = []
  #events = 0

  /** Number of waiting events. */
  get events(): number {
    return this.#events
  }

  get hasRequests(): boolean {
    return this.#requests.length > 0
  }

  get isEmpty(): boolean {
    return this.#requests.length === 0 && this.#rejections.length === 0
  }

  add(request: WaitingRequest): void {
    this.#requests.push(request)
    this.#events += request.events.length
  }

  addRejections(rejected: readonly Rejection[]): void {
    this.#rejections = [...this.#rejections, ...rejected].slice(-maxRejections)
  }

  /** Puts the rejections of a failed commit back, before the ones that have arrived since. */
  restoreRejections(rejected: readonly Rejection[]): void {
    this.#rejections = [...rejected, ...this.#rejections].slice(-maxRejections)
  }

  /**
   * Removes and returns the next batch: all rejections, and whole requests with up to `maxBatch` events in total. A
   * request with more events forms a separate batch.
   */
  take(maxBatch: number): Batch {
    let upTo = 0
    const cut = this.#requests.findIndex(({ events }, index) => {
      upTo += events.length
      return index > 0 && upTo > maxBatch
    })
    const requests = cut === -1 ? this.#requests : this.#requests.slice(0, cut)
    this.#requests = cut === -1 ? [] : this.#requests.slice(cut)
    const size = requests.reduce((sum, { events }) => sum + events.length, 0)
    this.#events -= size
    const rejected = this.#rejections
    this.#rejections = []
    return { requests, rejected, size }
  }
}
