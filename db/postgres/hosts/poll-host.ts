import { type Client, type ClientConfig } from 'pg'
import type { HostReport } from './choose-primary.ts'

/** Interval between two queries to a host, in ms. */
const pollIntervalMs = 1000
/** Time in ms after which a host that has not answered counts as silent. */
const silentAfterMs = 1500
/**
 * Number of unanswered queries in a row after which a silent host's last report no longer counts. One is not enough:
 * a busy machine may need longer for an answer. A refused or closed connection counts at once.
 */
const toleratedSilences = 2

/** A standby reports the timeline that it has replayed, which may be older than the primary's. */
const reportQuery = `SELECT pg_control_system.system_identifier::text AS system,
  NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable,
  CASE WHEN pg_is_in_recovery() THEN pg_control_checkpoint.timeline_id
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline
  FROM pg_control_system(), pg_control_checkpoint()`

/** Reads what a server says about itself. Errors of the driver are thrown unchanged. */
export async function readHostReport(client: Client): Promise<HostReport> {
  const { rows } = await client.query<HostReport>(reportQuery)
  return rows[0]!
}

export interface HostState<Report = HostReport> {
  /** Present if the host responds. */
  report?: Report
  /** Last failure of a host that does not respond. */
  error?: Error
}

/** Limits of a connection that only queries a host. */
export const pollLimits = {
  connectionTimeoutMillis: silentAfterMs,
  query_timeout: silentAfterMs,
  // Ends the query on the server too: otherwise each new connection would leave one more that waits.
  statement_timeout: silentAfterMs,
} satisfies ClientConfig

interface Poll<Report> {
  /** Creates a connection to the host, with `pollLimits`. */
  create: () => Client
  read: (client: Client) => Promise<Report>
  /** Called after each answer or failure. */
  onState: () => void
}

/** Queries a host once a second on a separate connection until `end` is called. */
export class PolledHost<Report = HostReport> {
  readonly #poll: Poll<Report>
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #silences = 0
  #ended = false
  state: HostState<Report> = {}
  /** Resolves after the first answer or failure. */
  readonly firstResult: Promise<void>

  constructor(poll: Poll<Report>) {
    this.#poll = poll
    this.firstResult = this.#query()
  }

  async #query(): Promise<void> {
    const startedAt = performance.now()
    try {
      this.#client ??= await this.#connect()
      this.#update({ report: await this.#poll.read(this.#client) })
      this.#silences = 0
    } catch (error) {
      this.#disconnect()
      this.#fail(error as Error)
    }
    if (this.#ended) return
    const waitMs = Math.max(0, pollIntervalMs - (performance.now() - startedAt))
    this.#timer = setTimeout(() => void this.#query(), waitMs).unref()
  }

  async #connect(): Promise<Client> {
    const client = this.#poll.create()
    // The next query reports a broken connection. Without this listener, the event would end the process.
    client.on('error', () => {})
    this.#client = client
    await client.connect()
    return client
  }

  #fail(error: Error): void {
    const isSilent = /timeout/.test(error.message)
    this.#silences = isSilent ? this.#silences + 1 : toleratedSilences
    if (this.#silences >= toleratedSilences || !this.state.report) this.#update({ error })
  }

  #update(state: HostState<Report>): void {
    this.state = state
    if (!this.#ended) this.#poll.onState()
  }

  /** Closes the connection without waiting for the host, which may never respond. */
  #disconnect(): void {
    this.#client?.connection.stream.destroy()
    this.#client = undefined
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#disconnect()
  }
}
