import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Store } from '#db/ports/store.ts'
import {
  type Conversion,
  type ConversionFiles,
  FileRows,
  type PlatformFileName,
  fileHead,
  filesFor,
  platformFiles,
} from '#domain/conversions/platform-files.ts'
import type { GuessLimit } from '#service/access/limit-guesses.ts'
import type { AccessVariables } from '#service/access/require-access.ts'
import { sameSecret } from '#service/access/same-secret.ts'
import { Problem } from '#service/http/errors.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { csvResponse } from '#service/reports/define/csv-response.ts'
import { describeDownload, describeFetch } from './describe-files.ts'
import { conversionFilesPath, fileToken } from '#service/reports/conversions/file-address.ts'
import { containedUntil, readDetail } from '#service/reports/conversions/last-read.ts'
import { readConversions } from '#service/reports/conversions/read-conversions.ts'

export interface ConversionFileDeps {
  store: Pick<Store, 'reports' | 'vault' | 'operators' | 'log'>
  /** Refuses requests without access to the reports. */
  access: MiddlewareHandler<AccessVariables>
  /** Limits how many wrong secrets a client may send. */
  guesses: GuessLimit
  limits: RateLimitSettings
  /** Absent if nothing is configured: there are no files then. */
  files: ConversionFiles | undefined
  /** ms since the epoch */
  now: () => number
}

/** Platforms fetch a file at most every few hours. */
const readsOfClient = { name: 'conversion-files', perHour: 60 }

/**
 * Returns the routes of the files from which ad platforms learn of orders: one with a secret in its address for the
 * platforms, one for readers of the reports. Click ids are personal data, so every read is recorded in the audit first.
 */
export function conversionFileRoutes(deps: ConversionFileDeps): Hono<AccessVariables> {
  const { access, guesses, limits, files } = deps
  const app = new Hono<AccessVariables>()
  app.use(`${conversionFilesPath}/*`, rateLimit(readsOfClient, limits), async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
    c.header('x-robots-tag', 'noindex, nofollow')
  })
  const names = files ? filesFor(files.platforms) : []
  const find = (c: Context) => names.find((name) => name === c.req.param('file'))
  const isSecretOf = new Map(
    files && names.map((name) => [name, sameSecret(fileToken(files.secret, name))] as const),
  )

  app.get(`${conversionFilesPath}/:file`, describeDownload, access, (c) => {
    const file = find(c)
    if (!files || !file) throw notFound()
    return respond(c, deps, { file, files, reader: c.get('auditName')! })
  })

  app.get(`${conversionFilesPath}/:secret/:file`, describeFetch, async (c) => {
    await guesses.check(c)
    const file = find(c)
    if (files && file && isSecretOf.get(file)!(c.req.param('secret')))
      return respond(c, deps, { file, files, reader: platformFiles[file].platform })
    await guesses.wrong(c)
    throw notFound()
  })
  return app
}

/** A wrong secret and an unknown file get the same response as any unknown address. */
function notFound(): Problem {
  return new Problem({ status: 404, type: 'not-found', title: 'Not found' })
}

async function respond(
  c: Context,
  { store, now: clock }: ConversionFileDeps,
  { file, files, reader }: { file: PlatformFileName; files: ConversionFiles; reader: string },
): Promise<Response> {
  const now = clock()
  const head = await store.log.head()
  const { platform } = platformFiles[file]
  const pages = readConversions(store, { platform, model: files.model, now, readUntil: 0 })
  // The first page is read before the response begins, so that a failure becomes a problem document.
  const first = await pages.next()
  const asOfPosition = first.done ? 0 : first.value.asOfPosition
  const name = file.replace(/\.csv$/, '')
  // Hono runs the handlers of GET for HEAD, such as that of a link check, which reads no order.
  if (c.req.method === 'HEAD') return csvResponse(c, name, '')
  const detail = readDetail(file, await containedUntil({ log: store.log, head, asOfPosition, now }))
  await store.operators.audit({ at: now, operator: reader, action: 'conversion-file', orderId: null, detail })
  return csvResponse(c, name, write())

  async function* write() {
    const rows = new FileRows(file, { name: files.name, now })
    yield fileHead(file)
    const written = (conversions: Conversion[]) => conversions.map((one) => rows.row(one)).join('')
    if (!first.done) yield written(first.value.conversions)
    for await (const { conversions } of pages) yield written(conversions)
  }
}
