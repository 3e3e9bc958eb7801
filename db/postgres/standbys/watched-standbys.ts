import { Client, type ClientConfig } from 'pg'
import type { StandbyState } from '#db/ports/standbys.ts'
import { applicationName } from '#db/postgres/hosts/application-name.ts'
import { createClient } from '#db/postgres/hosts/connect.ts'
import { hostOf } from '#db/postgres/hosts/host-urls.ts'
import { PolledHost, pollLimits } from '#db/postgres/hosts/poll-host.ts'
import {
  type PrimaryReport,
  type Sample,
  type StandbyReport,
  caughtUpAt,
  isAhead,
  refusalOf,
  stateOfLag,
} from './judge-standby.ts'
import { readPrimary, readStandby } from './read-positions.ts'

interface WatchOptions {
  primaryUrl: string
  /** One URL per host. */
  standbyUrls: readonly string[]
  /** Maximum age of what a standby shows, in ms. */
  maxLagMs: number
  /** Called when a host stops responding or cannot be trusted any more, so that nothing waits for it. */
  onLost: (host: string, reason: string) => void
}

interface Watched {
  polled: PolledHost<StandbyReport>
  /** Time at which the standby had last replayed everything, in ms of the monotonic clock. */
  caughtUp: number | undefined
  /**
   * Whether the standby was once ahead of the primary since it responds; it stays so until it is copied again.
   * Undefined until the primary has responded after it.
   */
  ahead: boolean | undefined
}

/** Number of samples of the primary, one a second. */
const maxSamples = 60

const config = { application_name: applicationName('watch'), keepAlive: true } satisfies ClientConfig

/**
 * Compares the replayed log of standbys with the log of the primary once a second. No clock of a server is compared with
 * another, and an idle primary does not look like a lag.
 */
export class WatchedStandbys {
  readonly #primary: PolledHost<PrimaryReport>
  readonly #standbys: ReadonlyMap<string, Watched>
  readonly #maxLagMs: number
  readonly #onLost: WatchOptions['onLost']
  /** Last report of the primary, which may have stopped responding since. */
  #reported: PrimaryReport | undefined
  #samples: Sample[] = []

  constructor({ primaryUrl, standbyUrls, maxLagMs, onLost }: WatchOptions) {
    this.#maxLagMs = maxLagMs
    this.#onLost = onLost
    this.#standbys = new Map(standbyUrls.map((url) => [hostOf(url), this.#watch(url)]))
    this.#primary = new PolledHost({
      create: () => createClient({ ...config, ...pollLimits, connectionString: primaryUrl }),
      read: async (client) => {
        // The time before the query: the log may grow until the answer arrives.
        const at = performance.now()
        const earlier = [...this.#standbys.values()].map((standby) => ({ standby, ...standby.polled.state }))
        const report = await readPrimary(client)
        this.#addSample(report, at)
        for (const { standby, report: replayed } of earlier)
          if (replayed) standby.ahead = standby.ahead === true || isAhead(replayed, report)
        return report
      },
      onState: () => this.#update(),
    })
  }

  #watch(url: string): Watched {
    const create = () => new Client({ ...config, ...pollLimits, connectionString: url })
    const polled = new PolledHost({ create, read: readStandby, onState: () => this.#update() })
    return { polled, caughtUp: undefined, ahead: undefined }
  }

  #addSample(report: PrimaryReport, at: number): void {
    const { timeline, system } = this.#reported ?? report
    // Positions of different timelines cannot be compared.
    if (report.timeline !== timeline || report.system !== system) {
      this.#samples = []
      for (const standby of this.#standbys.values())
        Object.assign(standby, { caughtUp: undefined, ahead: undefined })
    }
    this.#reported = report
    this.#samples = [...this.#samples, { at, written: report.written }].slice(-maxSamples)
  }

  #update(): void {
    for (const [host, standby] of this.#standbys) {
      const { report } = standby.polled.state
      if (!report) standby.ahead = undefined
      const state = this.#stateOf(standby)
      if ('reason' in state) this.#onLost(host, state.reason)
      else if (report) standby.caughtUp = caughtUpAt(this.#samples, report) ?? standby.caughtUp
    }
  }

  #stateOf({ polled, caughtUp, ahead }: Watched): StandbyState {
    const { report, error } = polled.state
    if (!report) return { state: 'unreachable', reason: error?.message ?? 'it was not queried yet' }
    const refusal = this.#reported && refusalOf(this.#reported, { ...report, ahead })
    if (refusal !== undefined) return { state: 'refused', reason: refusal }
    return stateOfLag(ahead === undefined ? undefined : caughtUp, {
      now: performance.now(),
      maxLagMs: this.#maxLagMs,
    })
  }

  states(): ReadonlyMap<string, StandbyState> {
    return new Map([...this.#standbys].map(([host, standby]) => [host, this.#stateOf(standby)]))
  }

  end(): void {
    this.#primary.end()
    for (const { polled } of this.#standbys.values()) polled.end()
  }
}
