import { Client } from 'pg'

/**
 * Replaces the partitions of an empty log by `count` partitions of `size` positions. Open stores on it with the option
 * `rangePositions`.
 */
export async function usePartitionsOf(url: string, size: number, count = 1): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'events'::regclass`,
  )
  for (const { name } of rows) await client.query(`DROP TABLE ${name}`)
  for (let index = 0; index < count; index += 1)
    await client.query('SELECT add_events_partition($1, $2)', [index * size, (index + 1) * size])
  await client.end()
}
