import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { StandbyParts, Standbys } from '#db/ports/standbys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { sql } from '#db/reads/query-plan.ts'
import type { createCalls } from '#db/postgres/connection/calls.ts'
import {
  type Connection,
  type ConnectionOptions,
  openReadOnlyConnection,
} from '#db/postgres/connection/connection.ts'
import { hostOf } from '#db/postgres/hosts/host-urls.ts'
import { createLogReads } from '#db/postgres/log/read-log.ts'
import { createRejectionReads } from '#db/postgres/log/read-rejections.ts'
import { createOperationalLog } from '#db/postgres/operations/operational-log.ts'
import { createOutboxReads } from '#db/postgres/outbox/read-outbox.ts'
import { createExclusions } from '#db/postgres/projections/exclusions.ts'
import { createProjectionReads } from '#db/postgres/projections/read-projections.ts'
import { createReportReads } from '#db/postgres/reports/read-reports.ts'
import { timelineText } from './read-positions.ts'
import { includesChanges, readProgress } from './staff-changes.ts'
import { WatchedStandbys } from './watched-standbys.ts'

interface StandbyOptions {
  /** URLs of the standbys, one per host. */
  urls: readonly string[]
  /** A standby with a longer lag is left out, in ms. */
  maxLagMs: number
  /** Time in ms in which a standby must say how far it is before each report. */
  patienceMs: number
  connection: Omit<ConnectionOptions, 'url'>
  /** The same parts of the store on the primary, and its connections. */
  primary: { store: StandbyParts; pool: Connection['pool']; url: string }
  keys: DataKeys
  calls: ReturnType<typeof createCalls>
}

/** A standby with its connections. */
interface Opened {
  pool: Connection['pool']
  clients: Set<Client>
  parts: StandbyParts
}

/** History of a standby, for the kept counts: its own timeline may be older than that of the data. */
const readHistory = sql.raw(`SELECT ${timelineText} AS history`)

/** Opens the standbys that answer reports. None of them needs to be reachable. */
export function openStandbys(options: StandbyOptions) {
  const { calls, primary } = options
  const urls = new Map(options.urls.map((url) => [hostOf(url), url]))
  const opened = new Map<string, Opened>()
  const watched = new WatchedStandbys({
    primaryUrl: primary.url,
    standbyUrls: options.urls,
    maxLagMs: options.maxLagMs,
    onLost: (host, reason) => void closeStandby(host, reason),
  })

  function open(host: string): Opened {
    const clients = new Set<Client>()
    const connection = openReadOnlyConnection({ ...options.connection, url: urls.get(host)! }, (client) => {
      clients.add(client)
      client.once('end', () => clients.delete(client))
    })
    const standby = { pool: connection.pool, clients, parts: partsOf(connection, options) }
    opened.set(host, standby)
    return standby
  }

  /** Closes the connections to a host at once, so that reports that wait for it are read from the primary. */
  async function closeStandby(host: string, reason: string): Promise<void> {
    const standby = opened.get(host)
    opened.delete(host)
    for (const client of standby?.clients ?? [])
      client.connection.stream.destroy(new Error(`Connection terminated: ${host}: ${reason}`))
    await standby?.pool.end()
  }

  const standbys: Standbys = {
    async find(position) {
      const [host] = [...watched.states()].find(([, { state }]) => state === 'usable') ?? []
      if (host === undefined) return undefined
      const { pool, parts } = opened.get(host) ?? open(host)
      // A standby that fails or is busy is not waited for; the primary's failure is reported.
      const ofStandby = calls.run(() => readProgress(pool)).catch(() => undefined)
      const inTime = Promise.race([ofStandby, sleep(options.patienceMs, undefined, { ref: false })])
      const [known, progress] = await Promise.all([calls.run(() => readProgress(primary.pool)), inTime])
      return progress && includesChanges(known, progress, position) ? parts : undefined
    },
    states: () => watched.states(),
  }
  return {
    standbys,
    async close(): Promise<void> {
      watched.end()
      await Promise.all([...opened.keys()].map((host) => closeStandby(host, 'the store is closed')))
    },
  }
}

function partsOf(connection: Connection, { primary, keys, calls }: StandbyOptions): StandbyParts {
  const { pool } = connection
  const { guard } = calls
  const { log, rejections, operations, projections, exclusions, outbox } = primary.store
  return {
    log: { ...log, ...guard(createLogReads(pool)) },
    rejections: { ...rejections, groups: guard(createRejectionReads(pool, keys)).groups },
    operations: { ...operations, read: guard(createOperationalLog(pool)).read },
    projections: { ...projections, ...guard(createProjectionReads(connection)) },
    exclusions: { ...exclusions, count: guard(createExclusions(connection)).count },
    reports: guard(createReportReads(connection, readHistory)),
    outbox: { ...outbox, ...guard(createOutboxReads(connection)) },
  }
}
