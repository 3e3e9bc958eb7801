import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { StoreUnavailable } from '#db/ports/store.ts'
import { choosePrimary } from './choose-primary.ts'
import { hostOf, hostUrls } from './host-urls.ts'
import { readHostReport } from './poll-host.ts'
import { applicationName } from './application-name.ts'
import { WatchedHosts } from './watched-hosts.ts'

type Config = { connectionString: string }

/**
 * Returns a pool whose connections lead to the primary. All connections of the store are opened by this function or
 * `createClient`, because the driver takes only one host.
 */
export function createPool(config: PoolConfig & Config): Pool {
  return hasSeveralHosts(config) ? new Pool({ ...config, Client: PrimaryClient }) : new Pool(config)
}

/** Returns a connection that leads to the primary once it is opened. */
export function createClient(config: ClientConfig & Config): Client {
  return hasSeveralHosts(config) ? new PrimaryClient(config) : new Client(config)
}

export function hasSeveralHosts({ connectionString }: Config): boolean {
  return urlsOf(connectionString).length > 1
}

/** The hosts of each database that this thread connects to. All connections share what is known about them. */
const watched = new Map<string, WatchedHosts>()

function watchedHosts(connectionString: string): WatchedHosts {
  const found = watched.get(connectionString)
  if (found) return found
  const config = { application_name: applicationName('watch'), keepAlive: true }
  const hosts = new WatchedHosts(urlsOf(connectionString), config)
  watched.set(connectionString, hosts)
  return hosts
}

/** A connection to the host that is the primary at the time when it is opened. */
class PrimaryClient extends Client {
  readonly #hosts: WatchedHosts

  // The pool passes its configuration, but the types of the driver declare no parameter.
  constructor(config?: ClientConfig) {
    const given = config as ClientConfig & Config
    super({ ...given, connectionString: urlsOf(given.connectionString)[0]! })
    this.#hosts = watchedHosts(given.connectionString)
  }

  override connect(): Promise<Client>
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void
  override connect(
    callback?: ((error: Error) => void) | ((error: null, client: Client) => void),
  ): Promise<Client> | void {
    if (!callback) return this.#connect()
    void this.#connectAndCall(callback as (error: Error | null, client?: Client) => void)
  }

  async #connectAndCall(callback: (error: Error | null, client?: Client) => void): Promise<void> {
    try {
      await this.#connect()
    } catch (error) {
      return callback(error as Error)
    }
    callback(null, this)
  }

  async #connect(): Promise<Client> {
    // The pool listens for errors only once this resolves. If the connection breaks before, the event would otherwise end
    // the process.
    this.on('error', () => {})
    this.#hosts.add(this)
    this.once('end', () => this.#hosts.remove(this))
    try {
      const url = new URL(await this.#hosts.locate(this))
      this.host = decodeURIComponent(url.hostname.replace(/^\[(.+)\]$/, '$1'))
      this.port = Number(url.port || '5432')
      await super.connect()
      // The host may have changed since it was last queried.
      const report = new Map([[hostOf(url.href), await readHostReport(this)]])
      const { primary, refused } = choosePrimary(report, this.#hosts.known)
      if (primary === undefined) {
        const reason = [...refused].map((entry) => entry.join(' ')).join('; ')
        throw new StoreUnavailable(`PostgreSQL has no primary: ${reason}`)
      }
      return this
    } catch (error) {
      this.#hosts.remove(this)
      this.connection.stream.destroy()
      throw error
    }
  }
}

function urlsOf(url: string): readonly string[] {
  return hostUrls(url) ?? [url]
}
