import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Store } from '#db/ports/store.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import type { UploadResponse } from '#domain/uploads/upload-types.ts'
import { clientAddress } from '#service/http/client-address.ts'
import { type FreeDisk, lowDisk } from '#service/process/free-disk.ts'
import { leaveBodyToReader } from '#service/http/listen.ts'
import { type RateLimitSettings, clientBudget, rateLimit } from '#service/http/rate-limit.ts'
import { type AmendedRun, amendedTarget, amendedUpload, authoriseUpload } from './authorise-upload.ts'
import { describeContent, describeList, describeRemoval, describeUpload } from './describe-uploads.ts'
import { ownRun, ownUpload, refuseOrdered } from './own-run.ts'
import { type UploadPace, uploadPace } from './pace.ts'
import { createConversionQueue } from './conversion-queue.ts'
import type { ConvertProof } from './convert-upload.ts'
import { clientFull, conversionTimeUsed, orderedAlready } from './problems.ts'
import { readContent } from './read-content.ts'
import { receiveUpload } from './receive-upload.ts'
import { createSlots, downloadSlots, uploadSlots } from './slots.ts'
import { countPages } from '#service/documents/proofs/stored-pages.ts'

const uploadsPerMinute = 60
const lookupsPerMinute = 120
/**
 * Maximum number of upload requests per minute and client for which the secret is checked. Requests with the right
 * secret also count towards `uploadsPerMinute`.
 */
const attemptsPerMinute = 600

/** Conversions that take longer, such as those of hostile files, are refused until the next hour. */
const conversionMsOfClient = { name: 'upload-conversion-ms', perHour: 180_000 }

const bytesOfClient = { name: 'upload-bytes', perHour: 200 * 1024 * 1024 }

export interface UploadRouteDeps {
  store: Pick<Store, 'log' | 'uploads'>
  /** ms since the epoch */
  now: () => number
  newId: () => string
  limits: RateLimitSettings
  /** Maximum total size of all uploads without an order, in bytes. */
  quota: number
  freeDisk: Pick<FreeDisk, 'isLow'>
  pace?: UploadPace
  convertProof: ConvertProof
  /**
   * Returns the run of the order that an access of the status page opens, while the order can be amended. Throws a
   * `Problem` (401, 409) otherwise. If absent, there is no status page.
   */
  amendedRun?: ((access: string) => Promise<AmendedRun>) | undefined
}

/** Returns the routes for the files of a visitor. These routes require the secret of the run. */
export function uploadRoutes({ limits, freeDisk, amendedRun, pace = uploadPace, ...deps }: UploadRouteDeps) {
  const { store } = deps
  const routes = new Hono()
  const slots = createSlots(uploadSlots)
  const downloads = createSlots(downloadSlots)
  const queue = createConversionQueue()
  const lookups = rateLimit({ name: 'upload-lookups', perMinute: lookupsPerMinute }, limits)
  const attempts = clientBudget({ name: 'upload-attempts', perMinute: attemptsPerMinute }, 'uploads', limits)
  const uploads = clientBudget({ name: 'uploads', perMinute: uploadsPerMinute }, 'uploads', limits)

  /**
   * Counts bytes towards the limit of a client. With 0 bytes, only checks the limit. Throws a `Problem` (429) if the
   * limit is exceeded.
   */
  async function chargeBytes(client: string, bytes: number): Promise<void> {
    const refused = limits.enabled ? await limits.count(client, bytesOfClient, bytes) : undefined
    if (refused) throw clientFull(bytesOfClient.perHour, refused.retryAfterMs)
  }

  /** Counts the time of a conversion towards the limit of a client. With 0 ms, only checks the limit. */
  async function chargeTime(client: string, ms: number): Promise<void> {
    const refused = limits.enabled ? await limits.count(client, conversionMsOfClient, ms) : undefined
    if (refused && ms === 0) throw conversionTimeUsed(refused.retryAfterMs)
  }

  /** Takes a download slot and streams an upload. Throws a `Problem` (429) if no slot is free. */
  function download(upload: Upload, client: string): ReadableStream {
    const free = downloads.take({ runId: upload.runId, client })
    const content = Readable.from(readContent(store.uploads, upload))
    // The slot is not freed in a `finally` of the generator, because a generator that never starts does not run its
    // `finally`.
    content.once('close', free)
    return Readable.toWeb(content) as ReadableStream
  }

  async function amendedBy(c: Context): Promise<AmendedRun | undefined> {
    const access = c.req.header('x-status-access')
    return access === undefined ? undefined : amendedRun?.(access)
  }

  routes.post('/api/uploads', describeUpload, async (c) => {
    const { runId, field } = c.req.query()
    const secret = c.req.header('x-run-secret')
    // Incomplete requests are cheap to refuse, so they do not count towards the limit of the client's address.
    if (runId !== undefined && field !== undefined && secret) await attempts.check(c, 1)
    const amended = secret ? undefined : await amendedBy(c)
    const place = amended
      ? amendedTarget(amended, { runId, field })
      : await authoriseUpload(store.log, { runId, field, secret })
    const isAmendment = amended !== undefined
    await uploads.check(c, 1)
    const client = clientAddress(c, limits.hops)
    const receive = async () => {
      // Disk space and the client's limit are checked before the body is read.
      if (await freeDisk.isLow()) throw lowDisk()
      await chargeBytes(client, 0)
      await chargeTime(client, 0)
      leaveBodyToReader((c.env as Partial<HttpBindings> | undefined)?.incoming)
      const charges = {
        charge: (bytes: number) => chargeBytes(client, bytes),
        chargeTime: (ms: number) => chargeTime(client, ms),
      }
      return receiveUpload(
        { ...place, ...charges, isAmendment, request: c.req.raw, client },
        { pace, queue, ...deps },
      )
    }
    return c.json(await slots.hold({ runId: place.runId, client }, receive), 201, noStore)
  })

  routes.get('/api/uploads', describeList, lookups, async (c) => {
    const amended = await amendedBy(c)
    const { runId } = amended ?? (await ownRun(store.log, c.req.query('runId'), c.req.header('x-run-secret')))
    const stored = await store.uploads.list(runId)
    const answers = await Promise.all(stored.map((upload) => toAnswer(store.uploads, upload)))
    return c.json({ uploads: answers }, 200, noStore)
  })

  routes.get('/api/uploads/:id', describeContent, lookups, async (c) => {
    const amended = await amendedBy(c)
    const upload = amended
      ? await amendedUpload(store.uploads, amended, c.req.param('id'))
      : await ownUpload(store, c.req.param('id'), c.req.header('x-run-secret'))
    // For HEAD requests, Hono drops the body of the response. A stream would then neither end nor be cancelled.
    const content = c.req.method === 'HEAD' ? null : download(upload, clientAddress(c, limits.hops))
    return new Response(content, {
      headers: {
        ...noStore,
        'content-type': upload.mimeType,
        'content-length': String(upload.size),
        // The next two headers prevent browsers from rendering a visitor's file as a page of this site.
        'content-disposition': `attachment; filename*=UTF-8''${encodeName(upload.filename)}`,
        'content-security-policy': "default-src 'none'; sandbox",
      },
    })
  })

  routes.delete('/api/uploads/:id', describeRemoval, lookups, async (c) => {
    const amended = await amendedBy(c)
    const upload = amended
      ? await amendedUpload(store.uploads, amended, c.req.param('id'))
      : await ownUpload(store, c.req.param('id'), c.req.header('x-run-secret'))
    if (!amended) await refuseOrdered(store.log, upload.runId)
    else if (amended.ordered.includes(upload.id)) throw orderedAlready()
    await store.uploads.remove([upload.id])
    return c.body(null, 204)
  })
  return routes
}

const noStore = { 'cache-control': 'no-store' }

async function toAnswer(
  uploads: Pick<UploadStore, 'read'>,
  { id, field, filename, mimeType, size }: Upload,
): Promise<UploadResponse> {
  const pages = await countPages(uploads, id)
  return { id, field, filename, mimeType, size, ...(pages !== undefined && { pages }) }
}

/** Encodes a name according to RFC 8187. This also escapes some characters that `encodeURIComponent` keeps. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
}
