import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/ports/store.ts'
import { appendTo, newEvent, piiKey, projectionCommit } from '#tests/db/contract/setup.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()
const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-missing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface TestDatabase {
  open: () => Promise<Store>
  /**
   * Drops the trigger that protects the log and then runs the SQL statements, like an operator who restores one table.
   */
  run: (statements: string[]) => Promise<void>
}

const engines: [string, () => Promise<TestDatabase>][] = [
  [
    'SQLite',
    async () => {
      const file = path.join(mkdtempSync(path.join(folder, 'db-')), 'formlotse.db')
      return {
        open: () => openSqliteStore({ file, piiKey, exclusive: true }),
        run: async (statements) => {
          const sqlite = new Database(file)
          for (const statement of ['DROP TRIGGER events_refuse_delete', ...statements]) sqlite.exec(statement)
          sqlite.close()
        },
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await databases.url()
      return {
        open: () => openPostgresStore({ url, piiKey, supervise: true }),
        run: async (statements) => {
          const client = new Client({ connectionString: url })
          await client.connect()
          for (const statement of ['DROP TRIGGER events_refuse_change ON events', ...statements])
            await client.query(statement)
          await client.end()
        },
      }
    },
  ],
]

describe.each(engines)('on %s a log that ends before the tables derived from it', (_, place) => {
  async function filled({ projected }: { projected: boolean }): Promise<TestDatabase> {
    const there = await place()
    const store = await there.open()
    await appendTo(store, [newEvent(), newEvent(), newEvent({ personal: { form: { vorname: 'Ada' } } })])
    const message = {
      destination: 'webhook' as const,
      runId: 'r',
      eventType: 'step',
      sequence: 1,
      messageId: 'msg_1',
    }
    if (projected)
      await store.projections.commit(projectionCommit({ to: 3, messages: [{ ...message, position: 3 }] }))
    await store.close()
    return there
  }

  test.each([
    [true, [], 'but the projections reach position 3'],
    [
      true,
      ['UPDATE generations SET checkpoint = 2', 'DELETE FROM personal_data'],
      'but the messages reach position 3',
    ],
    [false, [], 'but the personal data reach position 3'],
  ])('is refused at the start (projected: %s, then %j)', async (projected, more, word) => {
    const { open, run } = await filled({ projected })
    await run([...more, 'DELETE FROM events WHERE position = 3'])
    await expect(open()).rejects.toThrow(word)
    await expect(open()).rejects.toThrow('its log ends at position 2')
  })

  test('is refused if only operational events are newer', async () => {
    const { open, run } = await filled({ projected: false })
    const store = await open()
    await store.operations.append({ type: 'released', once: 'released:1', data: { version: '1' } })
    await store.close()
    await run(['DELETE FROM personal_data', 'DELETE FROM events WHERE position = 3'])
    await expect(open()).rejects.toThrow(
      'its log ends at position 2, but the operational events reach position 4',
    )
  })

  test('is not reported if the last events are operational', async () => {
    const { open } = await filled({ projected: false })
    const store = await open()
    await store.operations.append({ type: 'released', once: 'released:1', data: { version: '1' } })
    await store.projections.commit(projectionCommit({ to: 4 }))
    await store.close()
    const again = await open()
    expect(await again.log.head()).toBe(4)
    await again.close()
  })

  test('is not reported if nothing is missing', async () => {
    const { open } = await filled({ projected: true })
    const store = await open()
    expect(await store.log.head()).toBe(3)
    await store.close()
  })
})
