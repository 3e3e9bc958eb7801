import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import type { NewUpload } from '#db/ports/upload-store.ts'
import { minWeight } from '#domain/uploads/upload-room.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, testStores, newEvent } from '#tests/db/contract/setup.ts'
import { newUpload, uploadTo } from './uploads.ts'

const kilobyte = 1024
const hour = 3600 * 1000
const quota = 1000 * kilobyte
const unlimited = { maxFiles: 9, maxBytes: Number.MAX_SAFE_INTEGER }

const settle = (store: Store, until: number, limit = 10) =>
  store.uploads.settleKept({ until, orderPrefix: 'order:', limit })

/** Adds a complete upload of this size to a run whose visitor was last active at `seenAt`. */
async function held(store: Store, kilobytes: number, over: Partial<NewUpload> & { seenAt?: number } = {}) {
  const { seenAt = noon - 2 * hour, ...upload } = over
  const made = newUpload({ createdAt: noon - 3 * hour, ...upload })
  await appendTo(store, [newEvent({ runId: made.runId, receivedAt: seenAt })])
  await store.uploads.begin(made)
  await store.uploads.finish(made.id, { size: kilobytes * kilobyte, ...unlimited })
  return made
}
const begin = (store: Store, kilobytes: number, upload = newUpload()) =>
  store.uploads.begin(upload, { quota, wanted: kilobytes * kilobyte, now: noon })
const isThere = async (store: Store, { id }: NewUpload) => (await store.uploads.find(id)) !== undefined

export function uploadRoomContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('the quota of uploads without an order', () => {
    test('accepts uploads up to its last byte, including bytes reserved for incomplete ones', async () => {
      const store = await openStore()
      await held(store, 500, { seenAt: noon })
      expect(await begin(store, 300)).toBe('begun')
      expect(await begin(store, 201)).toBe('no-room')
      const last = newUpload()
      expect(await begin(store, 200, last)).toBe('begun')
      expect(await begin(store, 1)).toBe('no-room')
      // The finished upload is smaller than its reservation, so the rest of the reservation is free again.
      await store.uploads.finish(last.id, { size: 100 * kilobyte, ...unlimited })
      expect(await store.uploads.unkeptBytes()).toBe(900 * kilobyte)
      expect(await begin(store, 100)).toBe('begun')
    })

    test('counts the pages that were derived from a file, and frees them with it', async () => {
      const store = await openStore()
      const upload = newUpload({ createdAt: noon - 3 * hour })
      await appendTo(store, [newEvent({ runId: upload.runId, receivedAt: noon - 2 * hour })])
      await store.uploads.begin(upload)
      const pageBytes = 800 * kilobyte
      await store.uploads.finish(upload.id, { size: 100 * kilobyte, pageBytes, ...unlimited })
      expect(await store.uploads.unkeptBytes()).toBe(900 * kilobyte)
      expect((await store.uploads.find(upload.id))?.size).toBe(100 * kilobyte)
      expect(await begin(store, 100)).toBe('begun')
      expect(await isThere(store, upload)).toBe(true)
      expect(await begin(store, 800)).toBe('begun')
      expect(await isThere(store, upload)).toBe(false)
    })

    test('counts neither ordered nor removed uploads', async () => {
      const store = await openStore()
      const [ordered, removed] = [
        await held(store, 900, { seenAt: noon }),
        await held(store, 100, { seenAt: noon }),
      ]
      expect(await begin(store, 900)).toBe('no-room')
      await store.uploads.keep([ordered.id], noon)
      await store.uploads.remove([removed.id])
      expect(await store.uploads.unkeptBytes()).toBe(0)
      expect(await begin(store, 1000)).toBe('begun')
      expect(await isThere(store, ordered)).toBe(true)
    })

    test('removes uploads of runs silent for over an hour, oldest first and no more than needed', async () => {
      const store = await openStore()
      const [second, first, third] = [
        await held(store, 300, { createdAt: noon - 4 * hour }),
        await held(store, 300, { createdAt: noon - 5 * hour }),
        await held(store, 300, { createdAt: noon - 3 * hour }),
      ]
      expect(await begin(store, 500)).toBe('begun')
      expect(await isThere(store, first)).toBe(false)
      expect(await isThere(store, second)).toBe(false)
      expect(await isThere(store, third)).toBe(true)
      expect(await store.uploads.read(first.id, 0)).toBeUndefined()
      expect(await store.uploads.unkeptBytes()).toBe(800 * kilobyte)
    })

    test('keeps uploads of runs with an event of the visitor, not the service, within the hour', async () => {
      const store = await openStore()
      const [active, fileOnly, lapsed] = [
        await held(store, 300, { seenAt: noon - hour }),
        await held(store, 300, { createdAt: noon - hour + 1 }),
        await held(store, 300),
      ]
      await appendTo(store, [newEvent({ runId: lapsed.runId, receivedAt: noon - 1 }, 'lapsed')])
      expect(await begin(store, 400)).toBe('begun')
      expect(await isThere(store, active)).toBe(true)
      expect(await isThere(store, fileOnly)).toBe(true)
      expect(await isThere(store, lapsed)).toBe(false)
      expect(await begin(store, 100)).toBe('no-room')
    })

    test('finds a silent run after more uploads of active runs than are removed at once', async () => {
      const store = await openStore()
      const uploads = 1000
      const runIds = Array.from({ length: uploads / 2 }, () => randomUUID())
      await appendTo(
        store,
        runIds.map((runId) => newEvent({ runId, receivedAt: noon - 1 })),
      )
      for (const runId of runIds)
        for (const field of ['mietvertrag', 'dokumente'])
          await store.uploads.begin(newUpload({ runId, field, createdAt: noon - 5 * hour }))
      const silent = await held(store, 300)
      const full = uploads * minWeight + 300 * kilobyte
      const request = { quota: full, wanted: 300 * kilobyte, now: noon }
      expect(await store.uploads.begin(newUpload(), request)).toBe('begun')
      expect(await isThere(store, silent)).toBe(false)
    })

    test('removes an interrupted upload, and refuses later parts of it', async () => {
      const store = await openStore()
      const half = newUpload({ createdAt: noon - 2 * hour })
      await store.uploads.begin(half, { quota, wanted: quota, now: noon - 2 * hour })
      await store.uploads.add(half.id, 0, new Uint8Array(100))
      expect(await begin(store, 1000)).toBe('begun')
      expect(await store.uploads.add(half.id, 1, new Uint8Array(100))).toBe(false)
    })

    test('holds for two processes at once', async () => {
      const [one, other] = await pair()
      const begun = await Promise.all(
        Array.from({ length: 8 }, (_, index) => begin(index % 2 ? one : other, 300)),
      )
      expect(begun.filter((outcome) => outcome === 'begun')).toHaveLength(3)
    })
  })

  test('a run never exceeds its maximum bytes, even when several files are finished at once', async () => {
    const [store, other] = await pair()
    const runId = randomUUID()
    const fields = ['mietvertrag', 'dokumente', 'sterbeurkunde', 'personalausweis']
    const underWay = fields.map((field) => newUpload({ runId, field }))
    await Promise.all(underWay.map((upload) => store.uploads.begin(upload)))
    const outcomes = await Promise.all(
      underWay.map(({ id }, index) =>
        (index % 2 ? store : other).uploads.finish(id, { size: 400, maxFiles: 2, maxBytes: 1000 }),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['finished', 'finished', 'run-full', 'run-full'])
    expect(await store.uploads.list(runId)).toHaveLength(2)
  })

  describe('kept uploads', () => {
    test('of runs without an order are removed when due, those of orders are checked once and stay', async () => {
      const store = await openStore()
      const [orphan, ordered, young] = [await uploadTo(store), await uploadTo(store), await uploadTo(store)]
      await appendTo(store, [newEvent({ runId: ordered.runId, once: `order:${ordered.runId}` }, 'complete')])
      await store.uploads.keep([orphan.id], noon - day)
      await store.uploads.keep([ordered.id], noon - day)
      await store.uploads.keep([young.id], noon - day + 1)
      expect(await settle(store, noon - day)).toEqual({ removed: 1, checked: 2 })
      expect(await isThere(store, orphan)).toBe(false)
      expect(await store.uploads.read(orphan.id, 0)).toBeUndefined()
      expect(await isThere(store, ordered)).toBe(true)
      expect(await isThere(store, young)).toBe(true)
      expect(await settle(store, noon - day)).toEqual({ removed: 0, checked: 0 })
    })

    test('wait again for a repeated order until it was found', async () => {
      const store = await openStore()
      const [repeated, ordered] = [await uploadTo(store), await uploadTo(store)]
      await store.uploads.keep([repeated.id], noon - day)
      await appendTo(store, [newEvent({ runId: ordered.runId, once: `order:${ordered.runId}` }, 'complete')])
      await store.uploads.keep([ordered.id], noon - day)
      await store.uploads.keep([repeated.id], noon)
      expect(await settle(store, noon - 1)).toEqual({ removed: 0, checked: 1 })
      expect(await isThere(store, repeated)).toBe(true)
      await store.uploads.keep([ordered.id], noon)
      expect(await settle(store, noon)).toEqual({ removed: 1, checked: 1 })
      expect(await isThere(store, ordered)).toBe(true)
    })

    test('are checked oldest first, up to the limit', async () => {
      const store = await openStore()
      const kept = [await uploadTo(store), await uploadTo(store), await uploadTo(store)]
      for (const [index, { id }] of kept.entries()) await store.uploads.keep([id], noon - index)
      expect(await settle(store, noon, 2)).toEqual({ removed: 2, checked: 2 })
      expect(await isThere(store, kept[0]!)).toBe(true)
    })
  })
}
