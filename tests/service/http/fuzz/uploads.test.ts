import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { beginRun, uploadFunnel } from '#tests/service/uploads/uploading-run.ts'
import { type DescribedService, expectDocumented, openDescribedService } from './described-operations.ts'

let described: DescribedService
beforeAll(async () => {
  described = await openDescribedService()
})
afterAll(() => described.service.close())

/** One part of a multipart form. */
type Part = readonly [name: string, content: string | Blob, filename?: string]

const filename = fc.string({ unit: 'grapheme', maxLength: 300 })
const accepted = fc.constantFrom(...Object.values(sampleFiles).map((bytes) => new Blob([Buffer.from(bytes)])))
const unknown = fc.uint8Array({ maxLength: 300 }).map((bytes) => new Blob([Uint8Array.from(bytes)]))
const otherParts = fc.array(
  fc.tuple(
    fc.string({ maxLength: 20 }).filter((name) => name !== 'file'),
    fc.string({ maxLength: 100 }),
  ),
  { maxLength: 3 },
)

/**
 * Posts a multipart form to `/api/uploads`. Uses a new run each time, because a run accepts only a few files per field.
 */
async function sendForm(parts: readonly Part[]) {
  const operation = described.operations.find(
    ({ path, method }) => path === '/api/uploads' && method === 'post',
  )!
  expect(Object.keys(operation.requestBody!.content)).toEqual(['multipart/form-data'])
  const { runId, secret } = await beginRun(described.service)
  const body = new FormData()
  for (const [name, content, as] of parts)
    if (typeof content === 'string') body.append(name, content)
    else body.append(name, content, as)
  const query = { runId, field: uploadFunnel.field }
  const response = await described.send(operation, {
    path: {},
    query,
    header: { 'X-Run-Secret': secret },
    body,
  })
  return { status: response.status, answer: await expectDocumented(operation, response) }
}

const settings = { numRuns: 40, seed: 20261120, endOnFailure: true }

describe('a form with uploads, as the OpenAPI document describes it,', { timeout: 120_000 }, () => {
  test('is accepted with a file of an accepted type, whatever its name and the other parts', async () => {
    const forms = fc.tuple(accepted, filename, otherParts)
    await fc.assert(
      fc.asyncProperty(forms, async ([file, name, others]) => {
        const { status, answer } = await sendForm([...others, ['file', file, name]])
        expect([status, answer]).toMatchObject([201, { field: uploadFunnel.field, size: file.size }])
      }),
      settings,
    )
  })

  test('is refused with content of an unknown type', async () => {
    const forms = fc.tuple(unknown, filename, otherParts)
    await fc.assert(
      fc.asyncProperty(forms, async ([file, name, others]) => {
        const { status } = await sendForm([...others, ['file', file, name]])
        expect(status).toBe(file.size === 0 ? 422 : 415)
      }),
      settings,
    )
  })

  test('is refused without a file', async () => {
    await fc.assert(
      fc.asyncProperty(otherParts, async (parts) => {
        expect((await sendForm(parts)).status).toBe(400)
      }),
      settings,
    )
  })
})
