/** Coordination between the processes of the service that share a store. */
export interface Replicas {
  /**
   * Acquires leadership of a task, or returns undefined while another process has it. Leadership ends when its process
   * releases it or exits. Correctness must not depend on leadership: for some seconds, two processes may both consider
   * themselves the leader. Throws `StoreUnavailable`.
   */
  acquireLeadership(task: string): Promise<Leadership | undefined>
  /**
   * Adds `points` (1 by default) to the number of a client's requests, which all processes count together. Returns
   * `retryAfterMs` if the number then exceeds the limit. 0 points only read the number; negative points undo points
   * that were added earlier in the same window. Never throws: while the shared count is unavailable, each process
   * counts on its own.
   */
  count(client: string, limit: RequestLimit, points?: number): Promise<{ retryAfterMs: number } | undefined>
  /**
   * Wakes one of the processes that listen to a topic, immediately or after `inMs`. A wake-up can be lost, so
   * correctness must not depend on it.
   */
  wake(topic: string, inMs?: number): Promise<void>
  /**
   * Calls `onWake` for each wake-up of a topic that this process receives, and also once a minute. Returns a function
   * that stops listening.
   */
  listen(topic: string, onWake: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface Leadership {
  /** Aborted when another process may have acquired leadership. */
  lost: AbortSignal
  release(): Promise<void>
}

/** `name` identifies the counter, for example 'events'. */
export type RequestLimit = { name: string } & (
  | { perMinute: number }
  | { perHour: number }
  | { perDay: number }
)
