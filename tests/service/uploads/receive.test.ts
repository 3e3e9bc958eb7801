import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { maxUploadBytes } from '#domain/uploads/upload-types.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { pdfOf, sampleFiles } from './files.ts'
import { type UploadingRun, beginRun, countStored, idOf, refusalOf, uploadFunnel } from './uploading-run.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const pdf = sampleFiles['application/pdf']

describe('a file', () => {
  test.each(Object.entries(sampleFiles))(
    'of the type %s is accepted by its content',
    async (mimeType, content) => {
      const run = await beginRun(service)
      const response = await run.send(content, { filename: 'ohne Endung' })
      expect(response.status).toBe(201)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const body = (await response.json()) as { filename: string }
      expect(body).toMatchObject({ field: 'mietvertrag', mimeType, size: content.length })
      expect(body.filename).toMatch(/^ohne Endung\.\w+$/)
    },
  )

  test.each([
    ['an archive', Buffer.from('PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1')],
    ['text', Buffer.from('Mietvertrag')],
    ['a single byte', Buffer.of(37)],
  ])('that is %s is refused, whatever its name', async (_, content) => {
    const run = await beginRun(service)
    expect(await refusalOf(run.send(content, { filename: 'Vertrag.pdf' }))).toEqual([415, 'wrong-file-type'])
    expect(await run.list()).toEqual([])
  })

  test('of 10 MB is returned byte for byte; with one byte more it is refused and not kept', async () => {
    const run = await beginRun(service)
    const before = countStored(service)
    const content = pdfOf(maxUploadBytes)
    const id = await idOf(run.send(content))
    const back = await run.get(id)
    expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true)
    expect(await refusalOf(run.send(pdfOf(maxUploadBytes + 1)))).toEqual([413, 'file-too-large'])
    expect(await refusalOf(run.send(pdfOf(2 * maxUploadBytes)))).toEqual([413, 'file-too-large'])
    expect(countStored(service)).toBe(before + 1)
    expect(await run.list()).toHaveLength(1)
  })

  test('without bytes is refused as empty', async () => {
    const run = await beginRun(service)
    expect(await refusalOf(run.send(Buffer.alloc(0)))).toEqual([422, 'empty-file'])
  })

  test('is refused as the third of a field, even with concurrent uploads; removing one makes room', async () => {
    const run = await beginRun(service)
    const responses = await Promise.all(Array.from({ length: 4 }, () => run.send(pdf)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
    const [first] = await run.list()
    expect(await refusalOf(run.send(pdf))).toEqual([409, 'too-many-files'])
    expect((await run.remove(first!.id)).status).toBe(204)
    await idOf(run.send(pdf))
    expect(await run.list()).toHaveLength(2)
  })
})

describe('access', () => {
  test('requires the secret of a run that has begun', async () => {
    const [run, other] = [await beginRun(service), await beginRun(service)]
    const unknown = [404, 'unknown-upload']
    for (const over of [
      { secret: undefined },
      { secret: other.secret },
      { secret: '' },
      { runId: randomUUID() },
      { runId: 'x' },
      { runId: other.runId },
    ])
      expect(await refusalOf(run.send(pdf, over))).toEqual(unknown)

    const id = await idOf(run.send(pdf, { runId: run.runId.toUpperCase() }))
    const theirs = { 'x-run-secret': other.secret }
    expect(await refusalOf(run.get(id, theirs))).toEqual(unknown)
    expect(await refusalOf(run.remove(id, theirs))).toEqual(unknown)
    expect(await refusalOf(run.get(randomUUID()))).toEqual(unknown)
    expect(await refusalOf(run.get('x'))).toEqual(unknown)
    expect(await refusalOf(service.app.request(`/api/uploads?runId=${run.runId}`))).toEqual(unknown)
    expect(await refusalOf(service.app.request('/api/uploads'))).toEqual(unknown)
    expect(await run.list()).toMatchObject([
      { id, field: 'mietvertrag', filename: 'Vertrag.pdf', size: pdf.length },
    ])
    expect(await other.list()).toEqual([])
  })

  test('requires a file field of the run’s funnel', async () => {
    const run = await beginRun(service)
    const none = [422, 'no-files-field']
    for (const field of ['vorname', 'sterbeurkunde', '__proto__', ''])
      expect(await refusalOf(run.send(pdf, { field }))).toEqual(none)
    const other = await beginRun(service, 'anmeldung')
    expect(await refusalOf(other.send(pdf))).toEqual(none)
  })
})

describe('the content', () => {
  test('is sent as a download that browsers do not render', async () => {
    const run = await beginRun(service)
    const id = await idOf(run.send(pdf, { filename: `Mietvertrag "Łódź" (1)*'.pdf` }))
    const response = await run.get(id)
    const header = (name: string) => response.headers.get(name)
    expect(header('content-type')).toBe('application/pdf')
    expect(header('content-length')).toBe(String(pdf.length))
    expect(header('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Mietvertrag%20%C5%81%C3%B3d%C5%BA%20%281%29%27.pdf",
    )
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(header('cache-control')).toBe('no-store')
  })
})

const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const boundary = { 'content-type': 'multipart/form-data; boundary=x' }

async function post(run: UploadingRun, headers: Record<string, string>, body: BodyInit) {
  return service.app.request(run.target(), {
    method: 'POST',
    headers: { 'x-run-secret': run.secret, ...headers },
    body,
  })
}

describe('malformed requests', () => {
  test.each([
    ['JSON', { 'content-type': 'application/json' }, '{}', [415, 'wrong-type']],
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }, '{}', [415, 'wrong-type']],
    ['without a file', boundary, `${part('runId', 'x')}--x--\r\n`, [400, 'malformed-upload']],
    ['empty', boundary, '', [400, 'broken-off']],
    ['something else', boundary, 'hello', [400, 'broken-off']],
    ['ended in the middle of a field', boundary, part('runId', 'x').slice(0, 30), [400, 'broken-off']],
  ])('are refused: %s', async (_, headers, body, expected) => {
    const run = await beginRun(service)
    expect(await refusalOf(post(run, headers as Record<string, string>, body))).toEqual(expected)
  })

  test('parts other than the file, as older pages send them, are ignored', async () => {
    const [run, other] = [await beginRun(service), await beginRun(service)]
    const body =
      part('runId', other.runId) +
      part('field', 'vorname') +
      part('anlage', 'x'.repeat(500), '; filename="x.pdf"') +
      part('file', pdf.toString('latin1'), '; filename="a.pdf"')
    await idOf(post(run, boundary, Buffer.from(`${body}--x--\r\n`, 'latin1')))
    expect(await run.list()).toMatchObject([{ field: uploadFunnel.field, filename: 'a.pdf' }])
    expect(await other.list()).toEqual([])
  })

  test('a request that ends within the file is refused as broken-off, and nothing is stored', async () => {
    const run = await beginRun(service)
    const head = part('file', '', '; filename="a.pdf"').slice(0, -2)
    const before = countStored(service)
    for (const size of [10, 1_000_000]) {
      const body = Buffer.concat([Buffer.from(head), pdfOf(size)])
      expect(await refusalOf(post(run, boundary, body))).toEqual([400, 'broken-off'])
    }
    expect(countStored(service)).toBe(before)
  })

  test('neither content nor name of a file is logged', async () => {
    const run = await beginRun(service)
    await run.send(pdf, { filename: 'Sterbeurkunde Zwiebelturm.pdf' })
    await run.send(Buffer.from('Zwiebelturm'), { filename: 'Sterbeurkunde Zwiebelturm.pdf' })
    await run.send(pdf, { filename: 'Sterbeurkunde Zwiebelturm.pdf', secret: 'wrong' })
    const logged = service.lines.join('\n')
    expect(logged).toContain('"status":415')
    expect(logged).not.toContain('Zwiebelturm')
    expect(logged).not.toContain(run.secret)
    expect(logged).not.toContain('unexpected error')
  })
})

describe('limits', () => {
  test('a client may make 60 uploads a minute', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    const run = await beginRun(limited)
    const sendWithoutSecret = () => run.send(pdf, { secret: 'wrong' })
    // Requests without the run's secret do not count towards the rate limit of their IP address, because several
    // visitors may share the address.
    for (let at = 0; at < 100; at++) expect((await sendWithoutSecret()).status).toBe(404)
    const ask = () => run.send(Buffer.alloc(0))
    for (let at = 0; at < 60; at++) expect((await ask()).status).toBe(422)
    const last = await ask()
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a full disk returns 503 with Retry-After, and the incomplete file is not visible', async () => {
    const full = await openTestService({ maxPages: 400 })
    onTestFinished(() => full.close())
    const run = await beginRun(full)
    const response = await run.send(pdfOf(3_000_000))
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await refusalOf(response)).toEqual([503, 'unavailable'])
    expect(await run.list()).toEqual([])
    await idOf(run.send(pdfOf(100_000)))
  })
})
