import { createHash, randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

// A stand-in of Pingen's API (version 2). It checks every request by the public documentation and refuses wrong ones
// with the documented status and error document.

export const account = {
  clientId: 'client-1',
  clientSecret: 'secret:/@1',
  organisation: '7b1d7f4e-0a9f-4f0e-9a9b-1f5f3a2d4c10',
}

export interface StoredLetter {
  id: string
  status: string
  fileName: string
  sha256: string
  createdAt: number
  /** True from the moment at which Pingen decides to post the letter. */
  isPosted: boolean
}

/**
 * Fault of the next request of a kind:
 * - a number: the status of the response, without any effect of the request
 * - `hang`: no response
 * - `huge`: a response without end
 * - `lost`: the request takes effect, and the connection breaks before the response
 * - `held`: the request takes effect, and the response never comes
 */
export type Fault = number | 'hang' | 'huge' | 'lost' | 'held'

export type Kind = 'token' | 'file-upload' | 'put' | 'create' | 'list' | 'get' | 'cancel' | 'delete'

const mediaType = 'application/vnd.api+json'

const createSchema = z.object({
  data: z.strictObject({
    type: z.literal('letters'),
    attributes: z.strictObject({
      file_original_name: z.string().min(5).max(255),
      file_url: z.string().min(1).max(1000),
      file_url_signature: z.string().min(1).max(60),
      address_position: z.enum(['left', 'right']),
      auto_send: z.boolean(),
      delivery_product: z.enum(['fast', 'cheap', 'bulk', 'premium', 'registered']).optional(),
      print_mode: z.enum(['simplex', 'duplex']).optional(),
      print_spectrum: z.enum(['grayscale', 'color']).optional(),
      meta_data: z.unknown().optional(),
    }),
  }),
})

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export type PingenStandIn = Awaited<ReturnType<typeof openPingen>>

/** Opens the stand-in. Its clock starts at `start` (ms) and only advances by `advance`. */
export async function openPingen({ start = Date.UTC(2026, 10, 22, 12), listDelayMs = 30_000 } = {}) {
  let time = start
  let base = ''
  const tokens = new Map<string, number>()
  const uploads = new Map<string, { signature: string; expiresAt: number; pdf?: Buffer }>()
  const letters: StoredLetter[] = []
  const replays = new Map<string, { status: number; body: unknown }>()
  const faults = new Map<Kind, Fault[]>()
  const requests: { kind: Kind; status: number | 'none' }[] = []
  const options = { listDelayMs, remembersKeys: true }

  const letterJson = (letter: StoredLetter) => ({
    type: 'letters',
    id: letter.id,
    attributes: {
      status: letter.status,
      file_original_name: letter.fileName,
      created_at: new Date(letter.createdAt).toISOString().replace(/\.\d+Z$/, '+0000'),
    },
  })

  function authorise(request: IncomingMessage): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!(time < (tokens.get(token) ?? 0))) throw new Refusal(401, 'access_denied')
    if (request.headers.accept !== mediaType) throw new Refusal(406, 'not_acceptable')
  }

  function issueToken(request: IncomingMessage, body: Buffer) {
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      throw new Refusal(400, 'invalid_request')
    const form = new URLSearchParams(body.toString())
    if (form.get('grant_type') !== 'client_credentials') throw new Refusal(400, 'unsupported_grant_type')
    const isKnown =
      form.get('client_id') === account.clientId && form.get('client_secret') === account.clientSecret
    if (!isKnown) throw new Refusal(401, 'invalid_client')
    const token = randomUUID()
    tokens.set(token, time + 43_200_000)
    return { status: 200, body: { token_type: 'Bearer', expires_in: 43_200, access_token: token } }
  }

  function offerUpload() {
    const path = `/storage/${randomUUID()}`
    const signature = `$2y$10$${randomUUID()}`
    uploads.set(path, { signature, expiresAt: time + 3_600_000 })
    const attributes = {
      url: base + path,
      url_signature: signature,
      expires_at: new Date(time).toISOString(),
    }
    return { status: 200, body: { data: { type: 'file_uploads', id: randomUUID(), attributes } } }
  }

  function store(path: string, request: IncomingMessage, body: Buffer) {
    const upload = uploads.get(path)
    if (!upload || time >= upload.expiresAt) throw new Refusal(403, 'AccessDenied')
    // The storage refuses two kinds of authorisation in one request.
    if (request.headers.authorization !== undefined) throw new Refusal(400, 'InvalidArgument')
    if (request.headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLength')
    upload.pdf = body
    return { status: 200, body: undefined }
  }

  function create(request: IncomingMessage, body: Buffer) {
    if (request.headers['content-type'] !== mediaType) throw new Refusal(415, 'unsupported_media_type')
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || !/^.{1,64}$/.test(key)) throw new Refusal(400, 'idempotency_key')
    const replay = options.remembersKeys ? replays.get(key) : undefined
    if (replay) return { ...replay, replayed: true }
    const parsed = createSchema.safeParse(parseJson(body))
    if (!parsed.success) throw new Refusal(422, 'validation_failed')
    const { attributes } = parsed.data.data
    if (
      attributes.auto_send &&
      !(attributes.delivery_product && attributes.print_mode && attributes.print_spectrum)
    )
      throw new Refusal(422, 'validation_failed')
    const upload = uploads.get(attributes.file_url.slice(base.length))
    if (!upload || upload.signature !== attributes.file_url_signature)
      throw new Refusal(422, 'file_url_signature')
    if (!upload.pdf?.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Refusal(422, 'file_not_found')
    const letter: StoredLetter = {
      id: randomUUID(),
      status: 'validating',
      fileName: attributes.file_original_name,
      sha256: createHash('sha256').update(upload.pdf).digest('hex'),
      createdAt: time,
      isPosted: attributes.auto_send,
    }
    letters.unshift(letter)
    const response = { status: 201, body: { data: letterJson(letter) } }
    replays.set(key, response)
    return response
  }

  function list(query: URLSearchParams) {
    const allowed = new Set([
      'page[number]',
      'page[limit]',
      'sort',
      'fields[letters]',
      'q',
      'include',
      'filter',
    ])
    if ([...query.keys()].some((name) => !allowed.has(name))) throw new Refusal(400, 'unknown_parameter')
    const limit = Number(query.get('page[limit]') ?? 20)
    const number = Number(query.get('page[number]') ?? 1)
    const listed = letters.filter(({ createdAt }) => createdAt + options.listDelayMs <= time)
    if (query.get('sort') !== '-created_at') listed.reverse()
    const data = listed.slice((number - 1) * limit, number * limit).map(letterJson)
    const meta = {
      current_page: number,
      last_page: Math.max(1, Math.ceil(listed.length / limit)),
      per_page: limit,
      total: listed.length,
    }
    return { status: 200, body: { data, meta } }
  }

  function known(id: string): StoredLetter {
    const letter = letters.find((one) => one.id === id)
    if (!letter) throw new Refusal(404, 'not_found')
    return letter
  }

  function cancel(id: string) {
    const letter = known(id)
    if (!['submitted', 'valid', 'accepted', 'transferring'].includes(letter.status))
      throw new Refusal(409, 'state_conflict')
    Object.assign(letter, { status: 'cancelling', isPosted: false })
    return { status: 202, body: undefined }
  }

  function remove(id: string) {
    const letter = known(id)
    if (['transferring', 'printing', 'cancelling'].includes(letter.status))
      throw new Refusal(409, 'state_conflict')
    letters.splice(letters.indexOf(letter), 1)
    return { status: 204, body: undefined }
  }

  function route(request: IncomingMessage) {
    const { pathname, searchParams } = new URL(request.url!, 'http://pingen')
    const folder = `/organisations/${account.organisation}/deliveries/letters`
    const [, id = '', action] = new RegExp(`^${folder}/([\\w-]+)(?:/(cancel))?$`).exec(pathname) ?? []
    const call = `${request.method} ${pathname.startsWith(folder) ? `letters${id && '/id'}${action ? '/cancel' : ''}` : pathname.replace(/^\/storage\/.*/, '/storage')}`
    const calls: Record<string, { kind: Kind; run: (body: Buffer) => Reply; isOpen?: boolean }> = {
      'POST /auth/access-tokens': { kind: 'token', run: (body) => issueToken(request, body), isOpen: true },
      'GET /file-upload': { kind: 'file-upload', run: offerUpload },
      'PUT /storage': { kind: 'put', run: (body) => store(pathname, request, body), isOpen: true },
      'POST letters': { kind: 'create', run: (body) => create(request, body) },
      'GET letters': { kind: 'list', run: () => list(searchParams) },
      'GET letters/id': { kind: 'get', run: () => ({ status: 200, body: { data: letterJson(known(id)) } }) },
      'PATCH letters/id/cancel': { kind: 'cancel', run: () => cancel(id) },
      'DELETE letters/id': { kind: 'delete', run: () => remove(id) },
    }
    return calls[call]
  }

  function handle(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const called = route(request)
    if (!called) return respond(response, { status: 404, body: errors('not_found') })
    const { kind, run, isOpen } = called
    const fault = faults.get(kind)?.shift()
    requests.push({ kind, status: 'none' })
    const entry = requests.at(-1)!
    if (fault === 'hang') return
    if (fault === 'huge') return flood(response)
    if (typeof fault === 'number') {
      entry.status = fault
      const headers = fault === 429 || fault === 503 ? { 'retry-after': '17' } : {}
      return respond(response, { status: fault, body: errors('fault'), headers })
    }
    const reply = attempt(() => {
      if (!isOpen) authorise(request)
      return run(body)
    }, kind)
    entry.status = reply.status
    if (fault === 'lost') return void response.destroy()
    if (fault === 'held') return
    respond(response, reply)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => handle(request, Buffer.concat(chunks), response))
    request.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    api: base,
    letters,
    requests,
    options,
    /** Returns the kinds of the requests so far. */
    kinds: () => requests.map(({ kind }) => kind),
    posted: () => letters.filter(({ isPosted }) => isPosted),
    now: () => time,
    advance: (ms: number) => void (time += ms),
    /** Queues a fault for the next request of a kind. */
    fail: (kind: Kind, ...next: Fault[]) => void faults.set(kind, [...(faults.get(kind) ?? []), ...next]),
    /** Makes all access tokens invalid. */
    revokeTokens: () => tokens.clear(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
  replayed?: boolean
}

function attempt(run: () => Reply, kind: Kind): Reply {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const body = kind === 'token' ? { error: error.code } : errors(error.code)
    return { status: error.status, body }
  }
}

const errors = (code: string) => ({ errors: [{ code, title: 'Refused', detail: 'Musterweg 1', source: {} }] })

function respond(response: ServerResponse, { status, body, headers, replayed }: Reply): void {
  const text = body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': mediaType,
    ...(replayed && { 'idempotent-replayed': 'true' }),
    ...headers,
  })
  response.end(text)
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': mediaType })
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, ' ')));
  }
  response.on('drain', write)
  write()
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}
