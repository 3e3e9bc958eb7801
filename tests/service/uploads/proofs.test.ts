import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { proofMessages } from '#domain/uploads/proof-rules.ts'
import type { UploadType } from '#domain/uploads/upload-types.ts'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { handleErrors } from '#service/http/errors.ts'
import { uploadRoutes } from '#service/uploads/routes.ts'
import { createTypesetter } from '#service/documents/typesetter.ts'
import { countPages, readPages } from '#service/documents/proofs/stored-pages.ts'
import { tiffOf } from '#tests/service/documents/proofs/support/images.ts'
import { activeChanges, makePdf } from '#tests/service/documents/proofs/support/pdfs.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { sampleFiles } from './files.ts'
import { ordersOf } from './ordered-files.ts'
import { beginRun, countStored, idOf, refusalOf } from './uploading-run.ts'

const typesetter = createTypesetter({ log: pino({ level: 'silent' }) })
let service: TestService
beforeAll(async () => {
  service = await openTestService({ convertProof: typesetter.convertProof })
})
afterAll(async () => {
  await typesetter.stop()
  await service.close()
})

/** Returns the ids of the processes of this test that convert proofs. */
function proofProcesses(): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString()
  const ids = listed.split('\n').filter((line) => line.includes('proof-process'))
  return ids.map((line) => Number(line.trim().split(' ')[0]))
}

const pagesOf = (pages: number) => makePdf((pdf) => Array.from({ length: pages - 1 }, () => pdf.addPage()))

describe('a file that can become pages of the letter', () => {
  test.each(Object.entries(sampleFiles))('of the type %s is stored with its pages', async (_, content) => {
    const run = await beginRun(service)
    const response = await run.send(content)
    expect(response.status).toBe(201)
    const { id, pages } = (await response.json()) as { id: string; pages: number }
    expect(pages).toBe(1)
    expect(await run.list()).toMatchObject([{ id, pages }])
    const { uploads } = service.store
    const [stored, ...more] = (await readPages(uploads, id))!
    expect(more).toEqual([])
    const { mimeType } = (await uploads.find(id))!
    const converted = await typesetter.convertProof({
      content,
      type: mimeType as UploadType,
      pagesLeft: 20,
    })
    const page = converted.code === 'converted' ? converted.pages[0]! : undefined
    expect({ ...stored, content: stored!.content.length }).toEqual({ ...page, content: page!.content.length })
    // Page ids of PDFs are random, so only images are the same each time.
    if (stored!.format === 'jpeg')
      expect(Buffer.from(stored!.content).equals(Buffer.from(page!.content))).toBe(true)
  })

  test('keeps the order of its pages, and the file itself is returned unchanged', async () => {
    const run = await beginRun(service)
    const content = await makePdf((pdf) => [pdf.addPage([300, 400]), pdf.addPage([400, 300])])
    const id = await idOf(run.send(content))
    const pages = await readPages(service.store.uploads, id)
    expect(pages!.map(({ widthMm, heightMm }) => widthMm > heightMm)).toEqual([false, false, true])
    expect(Buffer.from(await (await run.get(id)).arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  })

  test('loses its pages when it is removed', async () => {
    const run = await beginRun(service)
    const id = await idOf(run.send(sampleFiles['image/png']))
    expect((await run.remove(id)).status).toBe(204)
    expect(await readPages(service.store.uploads, id)).toBeUndefined()
    expect(await countPages(service.store.uploads, id)).toBeUndefined()
  })
})

describe('a file that cannot become pages of the letter is refused and not kept', () => {
  const whole = sampleFiles['image/jpeg']
  test.each<[string, () => Promise<Uint8Array>, [number, string]]>([
    ['that is cut off', async () => whole.subarray(0, whole.length / 2), [422, 'broken-file']],
    ['that only begins like a PDF', async () => Buffer.from('%PDF-1.7\n%%EOF\n'), [422, 'broken-file']],
    [
      'with a password',
      () => makePdf((pdf) => pdf.encrypt({ userPassword: 'geheim', ownerPassword: 'geheim' })),
      [422, 'encrypted-file'],
    ],
    ['with scripts', () => makePdf(activeChanges['a named script']), [422, 'active-content']],
    ['of 11 pages', () => pagesOf(11), [422, 'too-many-pages']],
    ['of 5000 pages', () => pagesOf(5000), [422, 'too-many-pages']],
    [
      'of 4 billion pixels',
      async () => tiffOf(1, { width: 65_535, height: 65_535 }),
      [422, 'too-many-pixels'],
    ],
  ])('%s', async (_, make, refusal) => {
    const run = await beginRun(service)
    const before = countStored(service)
    expect(await refusalOf(run.send(await make()))).toEqual(refusal)
    expect(countStored(service)).toBe(before)
    expect(await run.list()).toEqual([])
    // The refusal costs nothing but this file.
    await idOf(run.send(sampleFiles['image/png']))
  })

  test('because it kills the process that converts it; the next file gets a new process', async () => {
    const own = createTypesetter({ log: pino({ level: 'silent' }) })
    const other = await openTestService({ convertProof: own.convertProof })
    onTestFinished(async () => {
      await own.stop()
      await other.close()
    })
    const run = await beginRun(other)
    const shared = new Set(proofProcesses())
    const started = () => proofProcesses().find((id) => !shared.has(id))
    // Converting it takes long enough to find the process.
    const large = { width: 7000, height: 7000, channels: 3, background: 'white' } as const
    const sent = run.send(await sharp({ create: large }).png().toBuffer())
    await expect.poll(started, { interval: 10 }).toBeDefined()
    process.kill(started()!, 'SIGKILL')
    expect(await refusalOf(sent)).toEqual([422, 'file-too-complex'])
    expect(countStored(other)).toBe(0)
    await idOf(run.send(sampleFiles['image/png']))
  })
})

describe('the pages of a letter', () => {
  test('are at most 20 in the fields that are shown together', { tags: 'slow' }, async () => {
    const run = await beginRun(service, 'abmeldung')
    const ten = await pagesOf(10)
    const send = (content: Uint8Array, field: string) => run.send(content, { field })
    const first = await idOf(send(ten, 'sterbeurkunde'))
    await idOf(send(await pagesOf(9), 'sterbeurkunde'))
    expect(await refusalOf(send(await pagesOf(2), 'dokumente'))).toEqual([409, 'too-many-proof-pages'])
    await idOf(send(sampleFiles['image/png'], 'dokumente'))
    expect(await refusalOf(send(sampleFiles['image/png'], 'dokumente'))).toEqual([
      409,
      'too-many-proof-pages',
    ])
    // Files for another reason do not belong to the same letter.
    await idOf(send(sampleFiles['image/png'], 'auslandsDokumente'))
    await run.remove(first)
    await idOf(send(await pagesOf(9), 'dokumente'))
  })

  test('are counted again when the order is placed', async () => {
    const run = await beginRun(service, 'abmeldung')
    const ten = await pagesOf(10)
    // The two fields are never shown together, so each may have 20 pages.
    const sterbeurkunde = await Promise.all([1, 2].map(() => idOf(run.send(ten, { field: 'sterbeurkunde' }))))
    const placed = await ordersOf(service).place(run, { sterbeurkunde }, 'abmeldung')
    expect(placed.status).toBe(200)

    const late = await beginRun(service, 'abmeldung')
    const files = { sterbeurkunde: [] as string[], dokumente: [] as string[] }
    const { uploads } = service.store
    for (const [field, pages] of [
      ['sterbeurkunde', 10],
      ['sterbeurkunde', 10],
      ['dokumente', 1],
    ] as const) {
      const id = randomUUID()
      await uploads.begin({
        id,
        runId: late.runId,
        field,
        filename: 'a.pdf',
        mimeType: 'application/pdf',
        createdAt: 0,
      })
      await uploads.add(id, 0, Uint8Array.of(1))
      await uploads.add(id, 1_000_000, Uint8Array.of(pages))
      await uploads.finish(id, { size: 1, maxFiles: 2, maxBytes: 10 })
      files[field].push(id)
    }
    const { status, body } = await ordersOf(service).place(late, files, 'abmeldung')
    expect(status).toBe(422)
    expect(body.results[0]).toMatchObject({
      issues: [{ path: 'form.dokumente', code: 'files', message: proofMessages.tooManyProofPages }],
    })
  })
})

test('a client whose files take too long in total is refused for an hour, others are not', async () => {
  const limit = { name: 'upload-conversion-ms', perHour: 180_000 }
  const { count } = createSingleProcess()
  const [client, other] = ['192.0.2.1', '192.0.2.2']
  await count(client, limit, limit.perHour - 1)
  const app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  const routes = uploadRoutes({
    store: service.store,
    now: service.clock.now,
    newId: randomUUID,
    limits: { enabled: true, hops: 0, count },
    quota: Number.MAX_SAFE_INTEGER,
    freeDisk: { isLow: async () => false },
    convertProof: typesetter.convertProof,
  })
  app.route('/', routes)
  const sendFrom = async (remoteAddress: string) => {
    const run = await beginRun(service)
    const { contentType, body } = await run.encodeFile(sampleFiles['image/avif'])
    const headers = { 'x-run-secret': run.secret, 'content-type': contentType }
    const env = { incoming: { socket: { remoteAddress } } }
    return app.request(run.target(), { method: 'POST', headers, body }, env)
  }
  await idOf(sendFrom(client))
  const refused = await sendFrom(client)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await refusalOf(refused)).toEqual([429, 'client-quota'])
  await idOf(sendFrom(other))
})
