import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createFreeDisk } from '#service/process/free-disk.ts'
import { anmeldungForm, envelope, wireEvent } from '#tests/build-events.ts'
import { openTestService, testToken } from '#tests/service/harness.ts'
import { pdfOf } from '#tests/service/uploads/files.ts'
import { beginRun, idOf, refusalOf } from '#tests/service/uploads/uploading-run.ts'

const megabyte = 1024 * 1024

async function open() {
  const disk = { free: 600 * megabyte, measurements: 0 }
  const service = await openTestService({
    disk: {
      floor: 512 * megabyte,
      readFreeBytes: async () => {
        disk.measurements += 1
        return disk.free
      },
    },
  })
  onTestFinished(() => service.close())
  return { service, disk }
}

test('below the minimum, only requests with an order are accepted, and operators are notified', async () => {
  const { service, disk } = await open()
  const uploading = await beginRun(service)
  const secret = randomBytes(32).toString('base64url')
  const runId = randomUUID()
  const secretHash = createHash('sha256').update(secret).digest('hex')
  await service.post(envelope([wireEvent('start', { runId, data: { secretHash, entry: '/' } })]))
  disk.free = 512 * megabyte - 1
  service.clock.advance(1000)

  const head = await service.store.log.head()
  const refused = await service.post(envelope([wireEvent('start'), wireEvent('step')]))
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused.body).toMatchObject({ type: 'urn:formlotse:problem:low-disk' })
  const upload = await uploading.send(pdfOf(1000))
  expect(Number(upload.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await refusalOf(upload)).toEqual([503, 'low-disk'])
  // An invalid `complete` is not an order, so a request with it is refused too.
  const fake = wireEvent('complete', { runId, form: {}, step: 4 })
  expect((await service.post(envelope([wireEvent('step'), fake]))).status).toBe(503)
  expect(await service.store.log.head()).toBe(head)

  const order = wireEvent('complete', { runId, form: anmeldungForm, step: 4 })
  const ordered = await service.post(envelope([wireEvent('step', { runId }), order]))
  expect(ordered.body.results).toMatchObject([{ status: 'stored' }, { status: 'stored', order: {} }])
  const checkout = await service.app.request(`/api/orders/${order.id}/checkout`, {
    method: 'POST',
    headers: { 'x-run-secret': secret },
  })
  expect(checkout.status).toBe(200)

  const ready = await service.app.request('/readyz', { headers: { authorization: `Bearer ${testToken}` } })
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { notes: [expect.stringContaining('below MIN_FREE_DISK (512 MB)')] },
  ])
  expect(await service.metrics.render()).toMatch(
    new RegExp(`^formlotse_disk_free_bytes ${512 * megabyte - 1}$`, 'm'),
  )

  disk.free = 512 * megabyte
  service.clock.advance(1000)
  expect((await service.post(envelope([wireEvent('step')]))).status).toBe(200)
  await idOf(uploading.send(pdfOf(1000)))
})

test('the disk is checked once a second, however many requests arrive', async () => {
  const { service, disk } = await open()
  disk.measurements = 0
  service.clock.advance(1000)
  for (let at = 0; at < 5; at++) await service.post(envelope([wireEvent('step')]))
  expect(disk.measurements).toBe(1)
  service.clock.advance(999)
  await service.post(envelope([wireEvent('step')]))
  expect(disk.measurements).toBe(1)
  service.clock.advance(1)
  await service.post(envelope([wireEvent('step')]))
  expect(disk.measurements).toBe(2)
})

test('the minimum over all folders counts, and a missing folder uses the disk of its parent', async () => {
  const sizes: Record<string, number> = { '/a': 7, '/b': 5 }
  const folders = ['/a', '/b']
  const least = createFreeDisk({ folders, floor: 6, readFreeBytes: async (folder) => sizes[folder]! })
  expect([await least.bytes(), await least.isLow()]).toEqual([5, true])
  const real = createFreeDisk({ folders: ['/tmp/not/there/yet'], floor: 1 })
  expect(await real.bytes()).toBeGreaterThan(0)
  expect(await real.isLow()).toBe(false)
})

const failing = () => Promise.reject(new Error('EACCES'))

test('a disk that cannot be measured blocks no request', async () => {
  const unknown = createFreeDisk({ folders: ['/a'], floor: 1, readFreeBytes: failing })
  expect([await unknown.bytes(), await unknown.isLow(), await unknown.notes()]).toEqual([
    undefined,
    false,
    [],
  ])
})
