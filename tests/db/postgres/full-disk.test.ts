import { chownSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { StoreUnavailable } from '#db/store.ts'
import { canMount, mountDisk } from '#tests/faults/small-disk.ts'
import { startPostgres } from '#tests/postgres/start-postgres.ts'
import { appendTo, newEvent, piiKey } from '../contract/setup.ts'

const big = () => newEvent({ facts: { text: 'x'.repeat(9000) }, personal: { form: { vorname: 'Ada' } } })

/** A database whose tables lie on a disk of their own, so that PostgreSQL itself goes on when that is full. */
async function onSmallDisk() {
  const disk = mountDisk(32)!
  onTestFinished(() => disk.remove())
  const postgres = await startPostgres()
  onTestFinished(() => postgres.remove())
  const folder = path.join(disk.folder, 'tables')
  mkdirSync(folder)
  const { uid, gid } = statSync(postgres.folder)
  for (const place of [disk.folder, folder]) chownSync(place, uid, gid)
  const client = new Client({ connectionString: postgres.url() })
  await client.connect()
  await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`)
  await client.query('CREATE DATABASE tight TABLESPACE small')
  await client.end()
  return { disk, store: await openPostgresStore({ url: postgres.url('tight'), piiKey, supervise: false }) }
}

test.skipIf(!canMount())(
  'a full disk is an outage that says so, loses nothing and stores nothing by halves, and passes',
  { timeout: 60_000 },
  async () => {
    const { disk, store } = await onSmallDisk()
    disk.fill(process.pid)
    let stored = 0
    let error: Error | undefined
    while (!error) {
      const events = Array.from({ length: 20 }, big)
      error = await appendTo(store, events).then(
        () => void (stored += events.length),
        (reason: unknown) => reason as Error,
      )
    }
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error.message).toMatch(/the disk of PostgreSQL is full \(53100/)
    expect(await store.log.head()).toBe(stored)
    expect(await store.log.read(0, 10_000)).toHaveLength(stored)
    disk.free(process.pid)
    expect(await appendTo(store, [big()])).toEqual([{ status: 'stored', position: stored + 1 }])
    await store.close()
  },
)
