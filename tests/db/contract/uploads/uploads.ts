import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { type NewUpload, type Upload, uploadPartBytes } from '#db/ports/upload-store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, testStores, newEvent } from '#tests/db/contract/setup.ts'

/** Limits of the tests: two files per field, and 30 MB per run. */
const limits = { maxFiles: 2, maxBytes: 30 * 1024 * 1024 }

export function newUpload(over: Partial<NewUpload> = {}): NewUpload {
  return {
    id: randomUUID(),
    runId: randomUUID(),
    field: 'mietvertrag',
    filename: 'Mietvertrag Łódź.pdf',
    mimeType: 'application/pdf',
    createdAt: noon,
    ...over,
  }
}

/** Adds a complete upload that consists of the given parts. */
export async function uploadTo(
  store: Store,
  over: Partial<NewUpload> = {},
  parts: readonly Uint8Array[] = [randomBytes(100)],
): Promise<NewUpload> {
  const upload = newUpload(over)
  await store.uploads.begin(upload)
  for (const [number, part] of parts.entries()) await store.uploads.add(upload.id, number, part)
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const finished = await store.uploads.finish(upload.id, { size, ...limits })
  if (finished !== 'finished') throw new Error(finished)
  return upload
}

async function bytesOf(store: Store, id: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (;;) {
    const part = await store.uploads.read(id, parts.length)
    if (!part) return Buffer.concat(parts)
    parts.push(part)
  }
}

const ids = (uploads: readonly Pick<Upload, 'id'>[]) => uploads.map(({ id }) => id)

export function uploadsContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('an upload', () => {
    test('is returned byte for byte, with its name, even to another process', async () => {
      const [store, other] = await pair()
      await appendTo(store, [newEvent(), newEvent()])
      const parts = [randomBytes(uploadPartBytes), randomBytes(uploadPartBytes), randomBytes(7)]
      const upload = await uploadTo(store, {}, parts)
      expect(await other.uploads.find(upload.id)).toEqual({
        ...upload,
        size: 2 * uploadPartBytes + 7,
        position: 2,
      })
      expect((await bytesOf(other, upload.id)).equals(Buffer.concat(parts))).toBe(true)
    })

    test('is invisible before it is finished, and accepts no parts afterwards', async () => {
      const store = await openStore()
      const upload = newUpload()
      await store.uploads.begin(upload)
      expect(await store.uploads.add(upload.id, 0, randomBytes(5))).toBe(true)
      expect(await store.uploads.find(upload.id)).toBeUndefined()
      expect(await store.uploads.list(upload.runId)).toEqual([])
      // The service reads an upload before it finishes it, to check its content.
      expect(await store.uploads.read(upload.id, 0)).toHaveLength(5)
      expect(await store.uploads.read(upload.id, 1)).toBeUndefined()
      expect(await store.uploads.finish(upload.id, { size: 5, ...limits })).toBe('finished')
      expect(await store.uploads.read(upload.id, 0)).toHaveLength(5)
      expect(await store.uploads.add(upload.id, 1, randomBytes(5))).toBe(false)
      expect(await store.uploads.finish(upload.id, { size: 5, ...limits })).toBe('gone')
    })

    test('is listed with the others of its run in the order in which they were begun', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const first = await uploadTo(store, { runId })
      await uploadTo(store)
      const second = await uploadTo(store, { runId, field: 'dokumente', createdAt: noon - 1 })
      expect(ids(await store.uploads.list(runId))).toEqual([first.id, second.id])
      expect(await store.uploads.list(randomUUID())).toEqual([])
      expect(await store.uploads.find(randomUUID())).toBeUndefined()
    })

    test('is refused when its field is full, even if several are finished at once', async () => {
      const [store, other] = await pair()
      const runId = randomUUID()
      const underWay = Array.from({ length: 4 }, () => newUpload({ runId }))
      await Promise.all(underWay.map((upload) => store.uploads.begin(upload)))
      const outcomes = await Promise.all(
        underWay.map(({ id }, index) =>
          (index % 2 ? store : other).uploads.finish(id, { size: 1, ...limits }),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['finished', 'finished', 'too-many', 'too-many'])
      expect(await store.uploads.list(runId)).toHaveLength(2)
      await uploadTo(store, { runId, field: 'dokumente' })
      await uploadTo(store)
      await store.uploads.remove([(await store.uploads.list(runId))[0]!.id])
      await uploadTo(store, { runId })
    })

    test('is removed complete or not, and later parts are refused', async () => {
      const store = await openStore()
      const whole = await uploadTo(
        store,
        {},
        Array.from({ length: 9 }, () => randomBytes(1000)),
      )
      const half = newUpload({ runId: whole.runId })
      const other = await uploadTo(store, { runId: whole.runId })
      await store.uploads.begin(half)
      await store.uploads.add(half.id, 0, randomBytes(1000))
      await store.uploads.remove([whole.id, half.id, randomUUID()])
      expect(ids(await store.uploads.list(whole.runId))).toEqual([other.id])
      expect(await store.uploads.read(whole.id, 0)).toBeUndefined()
      expect(await store.uploads.add(half.id, 1, randomBytes(1000))).toBe(false)
      expect(await store.uploads.finish(half.id, { size: 2000, ...limits })).toBe('gone')
      expect(await store.uploads.expire(noon, 10)).toBe(1)
      expect(await store.uploads.list(other.runId)).toEqual([])
    })

    test('is removed when it is old and not kept', async () => {
      const store = await openStore()
      const [kept, old] = [await uploadTo(store), await uploadTo(store, { createdAt: noon - day })]
      const half = newUpload({ createdAt: noon - 1 })
      await store.uploads.begin(half)
      const young = await uploadTo(store, { createdAt: noon + 1 })
      expect(await store.uploads.keep([old.id, half.id], noon)).toBe(false)
      expect(await store.uploads.keep([old.id, randomUUID()], noon)).toBe(false)
      expect(await store.uploads.keep([kept.id], noon)).toBe(true)
      expect(await store.uploads.keep([kept.id, kept.id], noon)).toBe(true)
      expect(await store.uploads.expire(noon - 2, 1)).toBe(1)
      expect(await store.uploads.find(old.id)).toBeUndefined()
      expect(await store.uploads.expire(noon, 10)).toBe(1)
      expect(await store.uploads.add(half.id, 0, randomBytes(1))).toBe(false)
      expect(await store.uploads.expire(noon, 10)).toBe(0)
      expect(await store.uploads.find(young.id)).toBeDefined()
      // The kept upload can still be read, and it counts towards the limit of two files per field.
      expect(await store.uploads.find(kept.id)).toMatchObject({ id: kept.id })
      await uploadTo(store, { runId: kept.runId })
      await expect(uploadTo(store, { runId: kept.runId })).rejects.toThrow('too-many')
    })
  })

  describe('uploads of a person', () => {
    test('are erased up to a position, including kept ones, but not those of others or later ones', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [newEvent({ runId, personal: { form: { vorname: 'Ada' } } })])
      const mine = [await uploadTo(store, { runId }), await uploadTo(store, { runId, field: 'dokumente' })]
      await store.uploads.keep([mine[0]!.id], noon)
      const half = newUpload({ runId })
      await store.uploads.begin(half)
      const others = await uploadTo(store)
      await appendTo(store, [newEvent({ runId })])
      const later = await uploadTo(store, { runId })
      expect(await store.people.erase([{ runId, upTo: 2 }])).toBe(1)
      expect(ids(await store.uploads.list(runId))).toEqual([later.id])
      expect(await store.uploads.read(mine[0]!.id, 0)).toBeUndefined()
      expect(await store.uploads.add(half.id, 0, randomBytes(1))).toBe(false)
      expect(await store.uploads.read(others.id, 0)).toHaveLength(100)
    })
  })
}
