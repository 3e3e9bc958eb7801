import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, PoolConfig } from 'pg'
import type { Db } from 'pg-boss'
import { createClient, createPool } from '#db/postgres/hosts/connect.ts'

const reconnectAfterMs = 1000

type ListenHandle = Awaited<ReturnType<NonNullable<Db['listen']>>>

/**
 * Connects pg-boss to a database with several hosts. pg-boss opens its own connections only to a single host.
 * `onError` receives the errors of the connection that listens, which is opened again.
 */
export function openJobDatabase(
  config: PoolConfig & { connectionString: string },
  onError: (error: unknown) => void,
): Db & { close: () => Promise<void> } {
  const pool = createPool(config)
  // Errors of idle connections are ignored: the pool replaces a broken connection at the next query.
  pool.on('error', () => {})
  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: (channel, onNotification, onReconnect) =>
      keepListening({ open: () => openListener(config, channel, onNotification), onReconnect, onError }),
    close: () => pool.end(),
  }
}

/** A connection that listens, and a promise that resolves when it has ended. */
interface Listener {
  client: Client
  ended: Promise<void>
}

interface KeepListening {
  open: () => Promise<Listener>
  onReconnect: () => void
  onError: (error: unknown) => void
}

/** Opens the connection again whenever it ends, until the handle is closed. The first failure is thrown. */
async function keepListening({ open, onReconnect, onError }: KeepListening): Promise<ListenHandle> {
  const closed = new AbortController()
  let listener = await open()
  const reopening = (async () => {
    while (!closed.signal.aborted) {
      await listener.ended
      await sleep(reconnectAfterMs, undefined, { signal: closed.signal }).catch(() => {})
      if (closed.signal.aborted) return
      const opened = await open().catch(onError)
      if (!opened) continue
      listener = opened
      onReconnect()
    }
  })()
  return {
    async close() {
      closed.abort()
      // A host that no longer responds would keep `end` waiting.
      listener.client.connection.stream.destroy()
      await reopening
      listener.client.connection.stream.destroy()
    },
  }
}

async function openListener(
  config: PoolConfig & { connectionString: string },
  channel: string,
  onNotification: (payload: string) => void,
): Promise<Listener> {
  const client = createClient({ ...config, keepAlive: true })
  client.on('error', () => {})
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) onNotification(payload)
  })
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    await client.connect()
    await client.query(`LISTEN "${channel}"`)
    return { client, ended }
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}
