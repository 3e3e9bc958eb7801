import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { maxUploadBytes } from '#domain/uploads.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { pdfOf, sampleFiles } from './files.ts'
import { beginRun, countStored, idOf, refusalOf, uploadFunnel } from './uploading-run.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const pdf = sampleFiles['application/pdf']

describe('a file', () => {
  test.each(Object.entries(sampleFiles))(
    'of the kind %s is taken by its content',
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
  ])('that is %s is refused, whatever it is called', async (_, content) => {
    const run = await beginRun(service)
    expect(await refusalOf(run.send(content, { filename: 'Vertrag.pdf' }))).toEqual([415, 'wrong-file-type'])
    expect(await run.list()).toEqual([])
  })

  test('of 10 MB comes back byte for byte, one byte more is refused and nothing of it kept', async () => {
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

  test('without bytes is empty', async () => {
    const run = await beginRun(service)
    expect(await refusalOf(run.send(Buffer.alloc(0)))).toEqual([422, 'empty-file'])
  })

  test('is one too many as the third of a field, also when all come at once; a removed one makes room', async () => {
    const run = await beginRun(service)
    const answers = await Promise.all(Array.from({ length: 4 }, () => run.send(pdf)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
    const [first] = await run.list()
    expect(await refusalOf(run.send(pdf))).toEqual([409, 'too-many-files'])
    expect((await run.remove(first!.id)).status).toBe(204)
    await idOf(run.send(pdf))
    expect(await run.list()).toHaveLength(2)
  })
})

describe('who may', () => {
  test('only whoever has the secret of a run that has begun', async () => {
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

  test('only for a field of the run’s funnel that takes files', async () => {
    const run = await beginRun(service)
    const none = [422, 'no-files-field']
    for (const field of ['vorname', 'sterbeurkunde', '__proto__', ''])
      expect(await refusalOf(run.send(pdf, { field }))).toEqual(none)
    const other = await beginRun(service, 'anmeldung')
    expect(await refusalOf(other.send(pdf))).toEqual(none)
  })
})

describe('the content', () => {
  test('is handed out as a download that no browser shows as a page', async () => {
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

const post = (headers: Record<string, string>, body: BodyInit) =>
  service.app.request('/api/uploads', { method: 'POST', headers, body })

describe('requests that are none', () => {
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  test.each([
    ['JSON', { 'content-type': 'application/json' }, '{}', [415, 'wrong-type']],
    ['without a boundary', { 'content-type': 'multipart/form-data' }, 'x', [415, 'wrong-type']],
    ['without a type', {}, 'x', [415, 'wrong-type']],
    ['without a file', boundary, `${part('runId', 'x')}--x--\r\n`, [400, 'malformed-upload']],
    ['empty', boundary, '', [400, 'broken-off']],
    ['something else', boundary, 'hello', [400, 'broken-off']],
    [
      'with the file first',
      boundary,
      `${part('file', '%PDF-', '; filename="a"')}--x--\r\n`,
      [400, 'malformed-upload'],
    ],
    ['ended in the middle of a field', boundary, part('runId', 'x').slice(0, 30), [400, 'broken-off']],
  ])('are told so: %s', async (_, headers, body, expected) => {
    expect(await refusalOf(post(headers as Record<string, string>, body))).toEqual(expected)
  })

  test('one that ends in the middle of the file has broken off, and nothing of it is kept', async () => {
    const run = await beginRun(service)
    const head =
      part('runId', run.runId) +
      part('field', uploadFunnel.field) +
      part('file', '', '; filename="a.pdf"').slice(0, -2)
    const headers = { ...boundary, 'x-run-secret': run.secret }
    const before = countStored(service)
    for (const size of [10, 1_000_000]) {
      const body = Buffer.concat([Buffer.from(head), pdfOf(size)])
      expect(await refusalOf(post(headers, body))).toEqual([400, 'broken-off'])
    }
    expect(countStored(service)).toBe(before)
  })

  test('nothing of a file, its name included, is ever logged', async () => {
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
  test('a client is let in 60 times a minute', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    onTestFinished(() => limited.close())
    const ask = () => limited.app.request('/api/uploads', { method: 'POST' })
    for (let at = 0; at < 60; at++) expect((await ask()).status).toBe(415)
    const last = await ask()
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a full disk is told as a matter of time, and what had come is not seen', async () => {
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
