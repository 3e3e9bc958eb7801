import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Store } from '#db/store.ts'
import type { Upload } from '#db/upload-store.ts'
import type { UploadAnswer } from '#domain/uploads.ts'
import { unavailable } from '#service/errors.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { type RateLimitSettings, rateLimit } from '#service/rate-limit.ts'
import { ownRun, ownUpload, refuseOrdered } from '#service/uploads/own-run.ts'
import { readContent } from '#service/uploads/read-content.ts'
import type { Patience } from '#service/uploads/read-multipart.ts'
import { receiveUpload } from '#service/uploads/receive-upload.ts'

const uploadsPerMinute = 60
const lookupsPerMinute = 120

/** Uploads under way at once; each holds a part of 256 KB and what the network has brought. */
const mostUnderWay = 64

/** A phone may need minutes for 10 MB, but it always sends something. */
const patience: Patience = { idleMs: 15_000, totalMs: 280_000 }

export interface UploadRouteDeps {
  store: Pick<Store, 'log' | 'uploads'>
  /** ms since the epoch */
  now: () => number
  newId: () => string
  limits: RateLimitSettings
  patience?: Patience
}

/** Files of a visitor, for whoever has the secret of the run (DESIGN 4, appendix A). */
export function uploadRoutes({ limits, ...deps }: UploadRouteDeps) {
  const { store } = deps
  const routes = new Hono()
  const lookups = rateLimit({ name: 'upload-lookups', perMinute: lookupsPerMinute }, limits)
  let underWay = 0

  routes.post(
    '/api/uploads',
    rateLimit({ name: 'uploads', perMinute: uploadsPerMinute }, limits),
    async (c) => {
      if (underWay >= mostUnderWay) throw unavailable('Too many uploads are under way. Try again.')
      underWay += 1
      try {
        return c.json(await receiveUpload(c.req.raw, { patience, ...deps }), 201, noStore)
      } finally {
        underWay -= 1
      }
    },
  )

  routes.get('/api/uploads', lookups, async (c) => {
    const [first] = await ownRun(store.log, c.req.query('runId'), c.req.header('x-run-secret'))
    const uploads = await store.uploads.list(first!.runId)
    return c.json({ uploads: uploads.map(toAnswer) }, 200, noStore)
  })

  routes.get('/api/uploads/:id', lookups, async (c) => {
    const { upload } = await ownUpload(store, c.req.param('id'), c.req.header('x-run-secret'))
    const content = Readable.toWeb(Readable.from(readContent(store.uploads, upload))) as ReadableStream
    return c.body(content, 200, {
      ...noStore,
      'content-type': upload.mimeType,
      'content-length': String(upload.size),
      // What somebody else has made is never shown as a page of ours.
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(upload.filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  routes.delete('/api/uploads/:id', lookups, async (c) => {
    const { upload, events } = await ownUpload(store, c.req.param('id'), c.req.header('x-run-secret'))
    refuseOrdered(events)
    await store.uploads.remove([upload.id])
    return c.body(null, 204)
  })
  return routes
}

const noStore = { 'cache-control': 'no-store' }

function toAnswer({ id, field, filename, mimeType, size }: Upload): UploadAnswer {
  return { id, field, filename, mimeType, size }
}

/** RFC 8187: what `encodeURIComponent` leaves but a header's value does not allow. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}

const answerSchema = z.object({
  id: z.uuid(),
  field: z.string(),
  filename: z.string().describe('Without a path and with an ending that fits the content.'),
  mimeType: z.string().describe('By content.'),
  size: z.int().describe('Bytes.'),
})

const secret = {
  in: 'header' as const,
  name: 'X-Run-Secret',
  schema: z.string(),
  required: true,
  description: 'Secret of the run, whose SHA-256 its `start` carried.',
}
const uploadId = { in: 'path' as const, name: 'id', schema: z.uuid() }
const tooOften = problem('Too many requests of a client in a minute; Retry-After says when to go on.')

export const uploadOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/uploads',
    tag: 'Uploads',
    summary: 'Take a file of a visitor',
    description:
      'Form data, in this order: `runId`, `field` (a field for files of the run’s funnel), `file`. ' +
      'JPEG, PNG, WebP, GIF, HEIC and PDF by content, at most 10 MB, at most 2 in a field. ' +
      'What is not ordered within 24 hours is removed.',
    parameters: [secret],
    body: {
      type: 'multipart/form-data',
      schema: z.object({ runId: z.uuid(), field: z.string(), file: z.file() }),
    },
    responses: {
      201: { description: 'It is stored.', schema: answerSchema },
      400: problem('The form is not whole; of the type `broken-off` when sending it again makes sense.'),
      404: problem('Unknown run, or a wrong or missing secret.'),
      409: problem('The field has 2 files already (`too-many-files`), or the run was ordered.'),
      413: problem('More than 10 MB.'),
      415: problem('By its content none of the kinds that are taken (`wrong-file-type`), or no form data.'),
      422: problem('The file is empty (`empty-file`), or the funnel has no such field for files.'),
      429: tooOften,
      503: problem('The store cannot take it now; Retry-After says when to try again.'),
    },
  },
  {
    method: 'get',
    path: '/api/uploads',
    tag: 'Uploads',
    summary: 'The uploads of a run',
    parameters: [{ in: 'query', name: 'runId', schema: z.uuid(), required: true }, secret],
    responses: {
      200: {
        description: 'In the order in which they came.',
        schema: z.object({ uploads: z.array(answerSchema) }),
      },
      404: problem('Unknown run, or a wrong or missing secret.'),
      429: tooOften,
    },
  },
  {
    method: 'get',
    path: '/api/uploads/{id}',
    tag: 'Uploads',
    summary: 'The content of an upload',
    parameters: [uploadId, secret],
    responses: {
      200: { description: 'The bytes as they came.', schema: z.file(), type: 'application/octet-stream' },
      404: problem('Unknown upload, or a wrong or missing secret.'),
      429: tooOften,
    },
  },
  {
    method: 'delete',
    path: '/api/uploads/{id}',
    tag: 'Uploads',
    summary: 'Remove an upload',
    parameters: [uploadId, secret],
    responses: {
      204: { description: 'It is gone.' },
      404: problem('Unknown upload, or a wrong or missing secret.'),
      409: problem('The run was ordered.'),
      429: tooOften,
    },
  },
]
