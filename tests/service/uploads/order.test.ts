import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidFile } from '#domain/rules/files.ts'
import { tooLargeTogether } from '#domain/uploads.ts'
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

test('its files are taken with it, and from then on nothing is changed or removed', async () => {
  const run = await beginRun(service)
  const ids = [await idOf(run.send(pdf)), await idOf(run.send(pdf))]
  expect((await orders.place(run, { mietvertrag: ids })).status).toBe(200)
  expect(await refusalOf(run.send(pdf))).toEqual([409, 'ordered-already'])
  expect(await refusalOf(run.remove(ids[0]!))).toEqual([409, 'ordered-already'])
  expect(await service.store.uploads.expire(service.clock.now(), 100)).toBe(0)
  expect(await run.list()).toHaveLength(2)
})

test('files of another run or field, unknown, removed or repeated ones are refused by the path of their field', async () => {
  const [run, other] = [await beginRun(service, 'abmeldung'), await beginRun(service, 'abmeldung')]
  const [mine, theirs, elsewhere, removed] = [
    await sendTo(run, 'sterbeurkunde'),
    await sendTo(other, 'sterbeurkunde'),
    await sendTo(run, 'dokumente'),
    await sendTo(run, 'dokumente'),
  ]
  await run.remove(removed)
  const expected = { status: 422, issues: [{ path: 'form.sterbeurkunde', message: invalidFile }] }
  for (const ids of [[theirs], [elsewhere], [removed], [randomUUID()], [mine, mine], [mine, theirs]])
    expect(await refused(run, { sterbeurkunde: ids }, 'abmeldung')).toEqual(expected)
  // What was refused keeps nothing, so it goes in its time.
  expect(await service.store.uploads.expire(service.clock.now(), 100)).toBe(3)
})

test('more than 20 MB together are refused at the field that is too much', async () => {
  const run = await beginRun(service, 'abmeldung')
  const large = pdfOf(9_000_000)
  const send = (field: string) => idOf(run.send(large, { field }))
  const proof = [await send('sterbeurkunde'), await send('sterbeurkunde')]
  const more = [await send('dokumente')]
  expect(await refused(run, { sterbeurkunde: proof, dokumente: more }, 'abmeldung')).toEqual({
    status: 422,
    issues: [{ path: 'form.dokumente', message: tooLargeTogether }],
  })
  expect((await orders.place(run, { sterbeurkunde: proof }, 'abmeldung')).status).toBe(200)
})

test('an order whose answer got lost is a duplicate, also when its files are gone since', async () => {
  const run = await beginRun(service)
  const ids = [await idOf(run.send(pdf))]
  await orders.place(run, { mietvertrag: ids })
  await service.store.uploads.remove(ids)
  const { status, body } = await orders.place(run, { mietvertrag: ids })
  expect([status, body.results[0]?.status]).toEqual([200, 'duplicate'])
})
