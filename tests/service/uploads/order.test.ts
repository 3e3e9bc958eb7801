import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidFile, missingFile } from '#domain/forms/rules/files.ts'
import { ordersOf } from './ordered-files.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { pdfOf, sampleFiles } from './files.ts'
import { type UploadingRun, beginRun, idOf, refusalOf } from './uploading-run.ts'

let service: TestService
let orders: ReturnType<typeof ordersOf>
beforeAll(async () => {
  service = await openTestService()
  orders = ordersOf(service)
})
afterAll(() => service.close())

const pdf = sampleFiles['application/pdf']

const sendTo = (run: UploadingRun, field: string) => idOf(run.send(pdf, { field }))

async function refused(run: UploadingRun, files: Record<string, string[]>, funnel?: string) {
  const { status, body } = await orders.place(run, files, funnel)
  const [result] = body.results
  return { status, issues: result?.status === 'rejected' ? result.issues : [] }
}

test('an order keeps its files, which can no longer be changed or removed', async () => {
  const run = await beginRun(service)
  const ids = [await idOf(run.send(pdf)), await idOf(run.send(pdf))]
  expect((await orders.place(run, { mietvertrag: ids })).status).toBe(200)
  expect(await refusalOf(run.send(pdf))).toEqual([409, 'ordered-already'])
  expect(await refusalOf(run.remove(ids[0]!))).toEqual([409, 'ordered-already'])
  expect(await service.store.uploads.expire(service.clock.now(), 100)).toBe(0)
  expect(await run.list()).toHaveLength(2)
})

const expected = (message: string) => ({
  status: 422,
  issues: [{ path: 'form.sterbeurkunde', code: 'files', message }],
})

test('files of another run or field, and unknown, removed or repeated files, are refused with the path of their field', async () => {
  const [run, other] = [await beginRun(service, 'abmeldung'), await beginRun(service, 'abmeldung')]
  const [mine, theirs, elsewhere, removed] = [
    await sendTo(run, 'sterbeurkunde'),
    await sendTo(other, 'sterbeurkunde'),
    await sendTo(run, 'dokumente'),
    await sendTo(run, 'dokumente'),
  ]
  await run.remove(removed)
  const order = (...ids: string[]) => refused(run, { sterbeurkunde: ids }, 'abmeldung')
  for (const ids of [[elsewhere], [mine, mine]]) expect(await order(...ids)).toEqual(expected(invalidFile))
  // An upload that the run does not have is reported as missing, because the service may have removed it to make room
  // for other files.
  for (const ids of [[theirs], [removed], [randomUUID()], [mine, theirs]])
    expect(await order(...ids)).toEqual(expected(missingFile))
  // All orders were refused, so no upload belongs to an order. The three remaining uploads therefore expire.
  expect(await service.store.uploads.expire(service.clock.now(), 100)).toBe(3)
})

test('more than 20 MB in total are refused at the field that exceeds the limit', async () => {
  const run = await beginRun(service, 'abmeldung')
  const large = pdfOf(9_000_000)
  const send = (field: string) => idOf(run.send(large, { field }))
  const proof = [await send('sterbeurkunde'), await send('sterbeurkunde')]
  const more = [await send('dokumente')]
  const message = expect.stringContaining('Ihre Dateien sind zusammen 25,8 MB groß, erlaubt sind 20 MB.')
  expect(await refused(run, { sterbeurkunde: proof, dokumente: more }, 'abmeldung')).toEqual({
    status: 422,
    issues: [{ path: 'form.dokumente', code: 'files', message }],
  })
  expect((await orders.place(run, { sterbeurkunde: proof }, 'abmeldung')).status).toBe(200)
})

test('a repeated order whose response was lost is a duplicate, even if its files have been removed', async () => {
  const run = await beginRun(service)
  const ids = [await idOf(run.send(pdf))]
  await orders.place(run, { mietvertrag: ids })
  await service.store.uploads.remove(ids)
  const { status, body } = await orders.place(run, { mietvertrag: ids })
  expect([status, body.results[0]?.status]).toEqual([200, 'duplicate'])
})
