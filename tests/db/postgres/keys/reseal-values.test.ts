// @module-tag slow
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { onTestFinished, expect, test } from 'vitest'
import { createDataKeys } from '#db/keys/data-keys.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { readMigrationFiles } from '#db/postgres/connection/drizzle.ts'
import { migrate } from '#db/postgres/connection/migrate.ts'
import { resealValues } from '#db/postgres/keys/reseal-values.ts'
import { piiKey } from '#tests/db/contract/setup.ts'
import {
  type UnkeyedValue,
  expectResealed,
  unkeyedSecrets,
  unkeyedUpload,
  unkeyedValues,
} from '#tests/db/keys/unkeyed-values.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'
import { countFound } from '#tests/db/postgres/people/raw-bytes.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()
const open = openStores()

const unkeyed = 'personal_data_unkeyed'

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // Ignores the error that the client emits if the database is dropped before the connection is closed.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Creates a database with the given values. Its schema is the last one without data keys. */
async function makeUnkeyed(url: string, values: readonly UnkeyedValue[]): Promise<Client> {
  const client = await connect(url)
  const migrations = readMigrationFiles({ migrationsFolder: 'migrations/postgres' })
  const first = migrations.findIndex(({ sql }) => sql.some((text) => text.includes(unkeyed)))
  await client.query(
    'CREATE TABLE __drizzle_migrations (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, hash text NOT NULL, created_at bigint NOT NULL)',
  )
  for (const { sql, hash, folderMillis } of migrations.slice(0, first)) {
    for (const text of sql) await client.query(text)
    await client.query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
  for (const { row, position, ciphertext, emailHmac, keptFor } of values) {
    await client.query('INSERT INTO events VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15)', [
      position,
      row.id,
      row.type,
      row.funnel,
      row.funnelVersion,
      row.runId,
      row.sessionId,
      row.step,
      row.occurredAt,
      row.sentAt,
      row.receivedAt,
      row.at,
      row.data,
      row.facts,
      row.meta,
    ])
    await client.query(
      'INSERT INTO personal_data (position, run_id, ciphertext, email_hmac, kept_for) VALUES ($1, $2, $3, $4, $5)',
      [position, row.runId, ciphertext, emailHmac, keptFor],
    )
  }
  return client
}

test('values, addresses and uploads of an earlier version are resealed with data keys, and no old byte remains', async () => {
  const { runIds, values } = unkeyedValues(60)
  const url = await databases.emptyUrl()
  const client = await makeUnkeyed(url, values)
  const runId = runIds[1]!
  const content = randomBytes(20_000)
  const upload = unkeyedUpload(runId, content, 'postgres')
  await client.query(
    `INSERT INTO uploads (id, run_id, field, mime_type, size, created_at, position, state, name, secret)
     VALUES ($1, $2, 'f', 'application/pdf', 20000, 1, 1, 'kept', $3, $4)`,
    [upload.id, runId, upload.name, upload.secret],
  )
  await client.query('INSERT INTO upload_parts (upload_key, number, ciphertext) VALUES (1, 0, $1)', [
    upload.part,
  ])
  const sealed = [upload.name, upload.secret].map((bytes) => bytes.subarray(5, 13))
  const secrets = [...unkeyedSecrets(values), ...sealed]
  expect(await countFound(url, secrets)).toBeGreaterThan(0.9 * secrets.length)

  const store = await open(url)
  expect(await countFound(url, secrets)).toBe(0)
  await expectResealed(store, runIds, values)
  expect(await store.uploads.find(upload.id)).toMatchObject({ filename: 'Sterbeurkunde.pdf', size: 20_000 })
  expect(Buffer.from((await store.uploads.read(upload.id, 0))!)).toEqual(content)
  await store.people.erase([{ runId, upTo: 1e9 }])
  expect(await store.vault.readPage(runId, 0)).toEqual([])
  expect(await store.uploads.find(upload.id)).toBeUndefined()
})

test('a migration interrupted by a crash is continued, even by two processes at once', async () => {
  const { runIds, values } = unkeyedValues(1800)
  const url = await databases.emptyUrl()
  const client = await makeUnkeyed(url, values)
  const crashing = migrate(url, {
    steps: {
      prepare: async () => {},
      reseal: (pool) => {
        // Simulates a crash: the first chunk is committed, but the transaction of the second one cannot start.
        let transactions = 0
        const original = pool.connect.bind(pool)
        pool.connect = (() => {
          if (transactions++ === 1) throw new Error('crashed')
          return original()
        }) as typeof pool.connect
        return resealValues(pool, { before: createVaultCipher(piiKey), keys: createDataKeys(piiKey) })
      },
    },
  })
  await expect(crashing).rejects.toThrow('crashed')
  const { rows } = await client.query<{ rest: number }>(`SELECT count(*)::int AS rest FROM ${unkeyed}`)
  expect(rows[0]!.rest).toBeGreaterThan(0)
  expect(rows[0]!.rest).toBeLessThan(values.length)

  const [store] = await Promise.all([open(url), open(url)])
  expect(await countFound(url, unkeyedSecrets(values))).toBe(0)
  await expectResealed(store, runIds.slice(0, 20), values)
  await expectResealed(store, runIds.slice(-18), values)
})

test.each(['formlotse', 'formlotse replicas', 'formlotse-hold'])(
  'nothing is migrated while an older process is connected as %s',
  async (name) => {
    const { values } = unkeyedValues(6)
    const url = await databases.emptyUrl()
    const client = await makeUnkeyed(url, values)
    const older = new Client({ connectionString: url, application_name: name })
    await older.connect()
    await expect(open(url)).rejects.toThrow(
      /has to be migrated while no process of an older version is connected, and 1 connection is open: stop/,
    )
    expect((await client.query('SELECT FROM personal_data')).rowCount).toBe(values.length)
    await older.end()
    expect(await (await open(url)).log.head()).toBe(values.length)
  },
)
