/** What the processes of the service that share a store agree on beside it. */
export interface Replicas {
  /**
   * Takes a task that one process at a time does; undefined while another one has it. It is free again when its
   * process releases it or is gone. Correctness must not hang on it: for seconds two may believe that they have it.
   * Throws `StoreUnavailable`.
   */
  lead(task: string): Promise<Lead | undefined>
  /**
   * Counts one more request of a client, together with the other processes; `retryAfterMs` when it is too many.
   * It never throws: while the others cannot be asked, this process counts for itself.
   */
  count(client: string, limit: RequestLimit): Promise<{ retryAfterMs: number } | undefined>
  close(): Promise<void>
}

export interface Lead {
  /** Aborted when another process may have the task now. */
  lost: AbortSignal
  release(): Promise<void>
}

export interface RequestLimit {
  /** What is counted apart from everything else: 'events'. */
  name: string
  perMinute: number
}
