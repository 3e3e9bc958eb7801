import { Client, type ClientConfig, DatabaseError } from 'pg'
import { StoreUnavailable } from '#db/ports/store.ts'
import { type Choice, type HostReport, type Known, choosePrimary } from './choose-primary.ts'
import { hostOf } from './host-urls.ts'
import { type HostState, PolledHost, pollLimits, readHostReport } from './poll-host.ts'

const nothingKnown: Choice = {
  primary: undefined,
  refused: new Map(),
  known: { system: undefined, timeline: 0 },
}

/**
 * Watches the hosts of one database while there are connections to it, and knows which of them is the primary. Closes
 * connections to a host that is no longer the primary, so that nothing waits for a former primary or writes to it.
 */
export class WatchedHosts {
  readonly #urls: ReadonlyMap<string, string>
  readonly #config: ClientConfig
  /** Connections by host. A host is undefined until its connection has chosen one. */
  readonly #clients = new Map<Client, string | undefined>()
  #polled: Map<string, PolledHost> | undefined
  #choice = nothingKnown

  constructor(urls: readonly string[], config: ClientConfig) {
    this.#urls = new Map(urls.map((url) => [hostOf(url), url]))
    this.#config = config
  }

  get known(): Known {
    return this.#choice.known
  }

  /** Adds a connection that will be opened. The hosts are watched until all connections are removed. */
  add(client: Client): void {
    this.#clients.set(client, undefined)
    this.#polled ??= new Map(
      [...this.#urls].map(([host, url]) => {
        const create = () => new Client({ ...this.#config, ...pollLimits, connectionString: url })
        return [host, new PolledHost({ create, read: readHostReport, onState: () => this.#choose() })]
      }),
    )
  }

  remove(client: Client): void {
    this.#clients.delete(client)
    if (this.#clients.size > 0) return
    for (const polled of this.#polled?.values() ?? []) polled.end()
    this.#polled = undefined
    this.#choice = { ...nothingKnown, known: this.#choice.known }
  }

  /**
   * Returns the URL of the primary for a connection that was added, and closes the connection when the host is no longer
   * the primary. Throws `StoreUnavailable` if no host is known to be the primary, or the error of PostgreSQL if all hosts
   * refuse the login.
   */
  async locate(client: Client): Promise<string> {
    // Wait for all hosts: the first to respond may be a former primary.
    await Promise.all([...(this.#polled?.values() ?? [])].map(({ firstResult }) => firstResult))
    const { primary } = this.#choice
    if (primary === undefined) throw this.#failure()
    this.#clients.set(client, primary)
    return this.#urls.get(primary)!
  }

  #choose(): void {
    const reports = new Map<string, HostReport>()
    for (const [host, { state }] of this.#polled ?? []) if (state.report) reports.set(host, state.report)
    this.#choice = choosePrimary(reports, this.#choice.known)
    const { primary, refused } = this.#choice
    for (const [client, host] of this.#clients) {
      if (host === undefined || host === primary) continue
      if (primary === undefined && !refused.has(host)) continue
      const why = refused.get(host) ?? `does not respond, and ${primary} is the primary`
      client.connection.stream.destroy(new Error(`Connection terminated: ${host} ${why}`))
    }
  }

  #failure(): Error {
    const states = [...(this.#polled ?? [])].map(([host, { state }]): [string, HostState] => [host, state])
    const refusedLogin = states.map(([, { error }]) => error).find(isRefusedLogin)
    if (refusedLogin && !states.some(([, { report }]) => report)) return refusedLogin
    const describe = ([host, { report, error }]: [string, HostState]) => {
      if (report) return `${host} ${this.#choice.refused.get(host) ?? 'responds'}`
      return `${host} does not respond${error ? ` (${error.message})` : ''}`
    }
    return new StoreUnavailable(`PostgreSQL has no primary: ${states.map(describe).join('; ')}`)
  }
}

/** Returns whether the server refused the user, the password or the database, which waiting does not resolve. */
function isRefusedLogin(error: Error | undefined): boolean {
  return error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '')
}
