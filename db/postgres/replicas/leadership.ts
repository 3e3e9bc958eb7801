import { Client, type ClientConfig } from 'pg'
import type { Lead } from '#db/ports/replicas.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'

/** Sets these advisory locks apart from others in the database. */
const lockClass = 0x6c656164

const beatMs = 3000
/** A lead that does not answer for so long has to be given up: PostgreSQL may have given the task to another. */
const answersWithinMs = 3000

/**
 * An advisory lock of a session of its own: PostgreSQL frees it when the connection ends, so at once when the process
 * is killed, and when it has been silent for some seconds.
 */
export async function takeLead(config: ClientConfig, task: string): Promise<Lead | undefined> {
  const client = new Client({ ...config, query_timeout: answersWithinMs })
  const lost = new AbortController()
  const give = () => lost.abort()
  client.on('error', give)
  client.on('end', give)
  try {
    await client.connect()
    // Whoever is frozen or out of reach sends no beat, so within 10 s PostgreSQL ends the session and frees its lock.
    await client.query("SELECT set_config('idle_session_timeout', '8s', false)")
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken',
      [lockClass, task],
    )
    if (!rows[0]?.taken) {
      await end(client)
      return undefined
    }
  } catch (error) {
    await end(client)
    throw toStoreError(error)
  }
  const beat = setInterval(() => void client.query('SELECT 1').catch(give), beatMs)
  const stop = async () => {
    clearInterval(beat)
    await end(client)
  }
  // The lock goes with the connection, so that it never outlives the work.
  lost.signal.addEventListener('abort', () => void stop(), { once: true })
  return { lost: lost.signal, release: stop }
}

const ended = new WeakMap<Client, Promise<void>>()

/** Once for all who ask; a connection that is broken already has nothing left to say. */
function end(client: Client): Promise<void> {
  const ending = ended.get(client) ?? client.end().catch(() => {})
  ended.set(client, ending)
  return ending
}
