export interface NewDelivery {
  endpoint: string
  position: number
  runId: string
  eventType: string
  /** Place among the messages of the run, from 1. */
  sequence: number
  /** Stable over all attempts. */
  webhookId: string
}

/** Queue of the delivery jobs; the key of a job is the run id. */
export const deliveryQueue = 'deliveries'

export interface Delivery extends NewDelivery {
  id: number
  state: 'pending' | 'delivered' | 'dead'
  /** Finished attempts. */
  attempts: number
  nextAttemptAt: number
  /** Held by an attempt until then. */
  leasedUntil: number | null
  createdAt: number
  finishedAt: number | null
}

export interface Attempt {
  number: number
  startedAt: number
  durationMs: number
  /** Null when no answer came. */
  httpStatus: number | null
  error: string | null
}

export type AttemptOutcome =
  | { state: 'delivered' }
  | { state: 'pending'; nextAttemptAt: number }
  | { state: 'dead' }

/** What the run's messages call for now. `wait`: try again at `until`. `idle`: nothing is owed. */
export type NextAttempt =
  | { kind: 'attempt'; delivery: Delivery }
  | { kind: 'wait'; until: number }
  | { kind: 'idle' }

export interface AttemptRequest {
  endpoint: string
  runId: string
  now: number
  leaseMs: number
  stepAsideMs: number
}

export interface DeliveriesQuery {
  state?: Delivery['state']
  tried?: boolean
  before?: number
  limit: number
}

export interface DeliveryStore {
  /**
   * Takes the run's next message: the oldest pending one, but one whose next try is more than `stepAsideMs` away
   * is passed over. `wait` when that message is not due yet or another one of the run is in flight.
   * The lease ends after `leaseMs`, so a killed process blocks nothing for longer.
   */
  beginAttempt(request: AttemptRequest): Promise<NextAttempt>
  /**
   * Records an attempt, frees the lease and, when asked, begins the next one: one transaction, so that a run of many
   * messages waits for the disk once a message.
   */
  finishAttempt(
    deliveryId: number,
    attempt: Attempt,
    outcome: AttemptOutcome,
    next?: AttemptRequest,
  ): Promise<NextAttempt | undefined>
  get(id: number): Promise<{ delivery: Delivery; attempts: Attempt[] } | undefined>
  /** Newest first, those with a lower id than `before`. `tried` chooses by whether an attempt has ended. */
  list(query: DeliveriesQuery): Promise<Delivery[]>
  /** What an endpoint is owed of these positions of the log; positions without a message are left out. */
  at(endpoint: string, positions: number[]): Promise<Delivery[]>
  /** Pending ones that an attempt has failed for. */
  countRetrying(): Promise<number>
  /** Makes finished or waiting deliveries due at once, with the schedule from its start; answers how many. */
  retry(which: { id: number } | { state: 'dead' }, now: number): Promise<number>
  countByState(): Promise<{ state: Delivery['state']; count: number }[]>
  /** A stopped endpoint (410 Gone) is not tried until it is resumed by hand. */
  stop(endpoint: string, reason: string, now: number): Promise<void>
  /** Frees the endpoint and schedules what is owed; false when it was not stopped. */
  resume(endpoint: string, now: number): Promise<boolean>
  stopped(endpoint: string): Promise<{ reason: string; at: number } | undefined>
}
