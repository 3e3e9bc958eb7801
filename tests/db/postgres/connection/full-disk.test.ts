import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { canMount, mountDisk } from '#tests/faults/support/small-disk.ts'
import { startPostgres } from '#tests/postgres/start-postgres.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { openTestService } from '#tests/service/harness.ts'
import { pdfOf } from '#tests/service/uploads/files.ts'
import { beginRun, idOf, refusalOf } from '#tests/service/uploads/uploading-run.ts'
import { appendTo, newEvent, piiKey } from '#tests/db/contract/setup.ts'

const big = () => newEvent({ facts: { text: 'x'.repeat(9000) }, personal: { form: { vorname: 'Ada' } } })

/** Creates a database whose tables are on a separate disk. PostgreSQL itself keeps running when that disk is full. */
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
  'a full disk is reported as an outage, loses nothing, stores nothing in part, and is recovered from',
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

test.skipIf(!canMount())(
  'a full disk of PostgreSQL returns 503 with Retry-After for events and files until it has room again',
  { timeout: 60_000 },
  async () => {
    const { disk, store } = await onSmallDisk()
    const service = await openTestService({ openStore: async () => store })
    onTestFinished(() => service.close())
    const run = await beginRun(service)
    disk.fill(process.pid)
    const long = 'x'.repeat(500)
    const send = () =>
      service.post(
        envelope(
          Array.from({ length: 50 }, (_, at) =>
            wireEvent('step', {
              runId: randomUUID(),
              form: { vorname: `${at}${long}`.slice(0, 500), nachname: long },
            }),
          ),
        ),
      )
    let response = await send()
    for (let sent = 0; response.status === 200 && sent < 500; sent++) response = await send()
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(response.body).toMatchObject({ type: 'urn:formlotse:problem:unavailable' })
    const upload = await run.send(pdfOf(3_000_000))
    expect(Number(upload.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await refusalOf(upload)).toEqual([503, 'unavailable'])
    disk.free(process.pid)
    expect((await send()).status).toBe(200)
    await idOf(run.send(pdfOf(100_000)))
  },
)
