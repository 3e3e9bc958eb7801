import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { missingFile } from '#domain/forms/rules/files.ts'
import { handleErrors } from '#service/http/errors.ts'
import { uploadPace } from '#service/uploads/pace.ts'
import { uploadRoutes } from '#service/uploads/routes.ts'
import { type TestOptions, convertInProcess, openTestService } from '#tests/service/harness.ts'
import { pdfOf } from './files.ts'
import { ordersOf } from './ordered-files.ts'
import { beginRun, countStored, idOf, refusalOf } from './uploading-run.ts'

const megabyte = 1024 * 1024
const hour = 3600 * 1000

async function open(over: Partial<TestOptions> = {}) {
  const service = await openTestService(over)
  onTestFinished(() => service.close())
  return service
}

/** Uploads a file of the given size with a Content-Length header, as a browser does. */
async function send(service: { app: Hono }, run: Awaited<ReturnType<typeof beginRun>>, bytes: number) {
  const { contentType, body } = await run.encodeFile(pdfOf(bytes))
  return service.app.request(run.target(), {
    method: 'POST',
    headers: {
      'x-run-secret': run.secret,
      'content-type': contentType,
      'content-length': String(body.length),
    },
    body,
  })
}

test('a run may have 30 MB, and removing a file makes room', async () => {
  const service = await open()
  const run = await beginRun(service, 'abmeldung')
  const file = pdfOf(9 * megabyte)
  const fields = ['sterbeurkunde', 'sterbeurkunde', 'dokumente']
  const ids: string[] = []
  for (const field of fields) ids.push(await idOf(run.send(file, { field })))
  expect(await refusalOf(run.send(file, { field: 'dokumente' }))).toEqual([409, 'run-quota'])
  expect(countStored(service)).toBe(3)
  await idOf(run.send(pdfOf(3 * megabyte), { field: 'dokumente' }))
  // The run has used up its 30 MB, so even a small file is refused.
  expect(await refusalOf(run.send(pdfOf(10), { field: 'mitbewohnerDokumente' }))).toEqual([409, 'run-quota'])
  await run.remove(ids[0]!)
  await idOf(run.send(file, { field: 'sterbeurkunde' }))
})

test('a client may send 200 MB an hour, including refused files, without affecting others', async () => {
  const service = await open()
  const { count } = createSingleProcess()
  const [client, other] = ['192.0.2.1', '192.0.2.2']
  await count(client, { name: 'upload-bytes', perHour: 200 * megabyte }, 198 * megabyte)
  const app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  let id = 0
  app.route(
    '/',
    uploadRoutes({
      store: service.store,
      now: service.clock.now,
      newId: () => `00000000-0000-4000-8000-${String(++id).padStart(12, '0')}`,
      limits: { enabled: true, hops: 0, count },
      quota: Number.MAX_SAFE_INTEGER,
      freeDisk: { isLow: async () => false },
      pace: uploadPace,
      convertProof: convertInProcess,
    }),
  )
  const sendFrom = async (remoteAddress: string, content: Buffer) => {
    const run = await beginRun(service)
    const { contentType, body } = await run.encodeFile(content)
    return app.request(
      run.target(),
      { method: 'POST', headers: { 'x-run-secret': run.secret, 'content-type': contentType }, body },
      { incoming: { socket: { remoteAddress } } },
    )
  }
  await idOf(sendFrom(client, pdfOf(megabyte)))
  expect(await refusalOf(sendFrom(client, Buffer.alloc(megabyte / 2)))).toEqual([415, 'wrong-file-type'])
  const stored = countStored(service)
  const response = await sendFrom(client, pdfOf(2 * megabyte))
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  expect(await refusalOf(response)).toEqual([429, 'client-quota'])
  expect(await refusalOf(sendFrom(client, pdfOf(10)))).toEqual([429, 'client-quota'])
  expect(countStored(service)).toBe(stored)
  await idOf(sendFrom(other, pdfOf(2 * megabyte)))
})

test('a full quota returns 503 while its runs are active; later the oldest silent run loses its files, which its order reports', async () => {
  const service = await open({ settings: { uploadQuota: 2 * megabyte + 1000 } })
  const [silent, active, late] = [await beginRun(service), await beginRun(service), await beginRun(service)]
  const lost = await idOf(send(service, silent, megabyte))
  // The converted page counts as well.
  const pageBytes = (await service.store.uploads.unkeptBytes()) - megabyte
  expect(pageBytes).toBeGreaterThan(0)
  await idOf(send(service, active, megabyte))
  const refused = await send(service, late, 1000)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await refusalOf(refused)).toEqual([503, 'quota'])

  service.clock.advance(hour + 1)
  await ordersOf(service).leave(active, 'step', {})
  await idOf(send(service, late, 500_000))
  expect(await silent.list()).toEqual([])
  expect(await active.list()).toHaveLength(1)
  const { status, body } = await ordersOf(service).place(silent, { mietvertrag: [lost] })
  expect(status).toBe(422)
  expect(body.results).toMatchObject([
    { status: 'rejected', issues: [{ path: 'form.mietvertrag', message: missingFile }] },
  ])
  // The order is accepted once its file has been uploaded again.
  const again = await idOf(send(service, silent, 400_000))
  expect((await ordersOf(service).place(silent, { mietvertrag: [again] })).status).toBe(200)
  expect(
    (await service.app.request('/metrics', { headers: { authorization: 'Bearer test-token' } })).status,
  ).toBe(200)
  expect(await service.metrics.render()).toMatch(
    new RegExp(`^formlotse_upload_bytes ${megabyte + 500_000 + 2 * pageBytes}$`, 'm'),
  )
})

test('reads nothing from the store without a secret, and only the start of the run before the secret is verified', async () => {
  const service = await open()
  const run = await beginRun(service)
  const calls: string[] = []
  const watch = <Part extends object>(name: string, part: Part): Part =>
    new Proxy(part, {
      get: (target, key) => {
        calls.push(`${name}.${String(key)}`)
        return Reflect.get(target, key) as unknown
      },
    })
  const app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  const { log, uploads } = service.store
  const store = { ...service.store, log: watch('log', log), uploads: watch('uploads', uploads) }
  const limits = { enabled: true, hops: 0, count: createSingleProcess().count }
  const freeDisk = { isLow: async () => false }
  app.route(
    '/',
    uploadRoutes({
      store,
      now: service.clock.now,
      newId: () => run.runId,
      limits,
      quota: megabyte,
      freeDisk,
      convertProof: convertInProcess,
    }),
  )
  let pulled = 0
  const ask = async (target: string, secret?: string) => {
    const body = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 })
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      ...(secret && { 'x-run-secret': secret }),
    }
    return refusalOf(app.request(target, { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
  }
  expect(await ask('/api/uploads', run.secret)).toEqual([400, 'malformed-upload'])
  expect(await ask(`/api/uploads?field=mietvertrag`, run.secret)).toEqual([400, 'malformed-upload'])
  expect(await ask(`/api/uploads?runId=${run.runId}`, run.secret)).toEqual([400, 'malformed-upload'])
  expect(await ask(run.target())).toEqual([404, 'unknown-upload'])
  expect(await ask(run.target({ runId: 'x' }), run.secret)).toEqual([404, 'unknown-upload'])
  expect(calls).toEqual([])
  expect(await ask(run.target(), 'wrong')).toEqual([404, 'unknown-upload'])
  expect(await ask(run.target({ field: 'vorname' }), run.secret)).toEqual([422, 'no-files-field'])
  expect(calls).toEqual(['log.firstStart', 'log.firstStart'])
  expect(pulled).toBe(0)
})

test('a full disk or an exhausted limit refuses a file before its body is read', async () => {
  const service = await open()
  const run = await beginRun(service)
  const ask = async (isLow: boolean, used: number) => {
    const { count } = createSingleProcess()
    await count('192.0.2.1', { name: 'upload-bytes', perHour: 200 * megabyte }, used)
    const app = new Hono()
    app.onError(handleErrors(pino({ level: 'silent' })))
    app.route(
      '/',
      uploadRoutes({
        store: service.store,
        now: service.clock.now,
        newId: () => run.runId,
        limits: { enabled: true, hops: 0, count },
        quota: megabyte,
        freeDisk: { isLow: async () => isLow },
        convertProof: convertInProcess,
      }),
    )
    let pulled = 0
    const body = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-run-secret': run.secret }
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    return [...(await refusalOf(app.request(run.target(), request, env))), pulled]
  }
  expect(await ask(true, 0)).toEqual([503, 'low-disk', 0])
  expect(await ask(false, 201 * megabyte)).toEqual([429, 'client-quota', 0])
})
