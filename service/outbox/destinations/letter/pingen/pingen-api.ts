import { z } from 'zod'
import type { PingenAccount } from '#service/config/letter-url.ts'
import { type LetterFailure, failure } from '#service/outbox/destinations/letter/letter-service.ts'
import { createAccessTokens } from './access-token.ts'
import { type PingenRequest, type PingenResponse, failureOf, requestPingen } from './request-pingen.ts'

const mediaType = 'application/vnd.api+json'

/** Timeouts of the requests in ms. A document of 8 MB takes longer than a short JSON request. */
export interface PingenTimeouts {
  request: number
  upload: number
}

const uploadSchema = z.object({
  data: z.object({ attributes: z.object({ url: z.url(), url_signature: z.string().min(1) }) }),
})

const letterSchema = z.object({
  id: z.string().min(1),
  attributes: z.object({
    status: z.string(),
    file_original_name: z.string().nullish(),
    created_at: z.string().nullish(),
  }),
})
export type PingenLetter = z.output<typeof letterSchema>

const oneSchema = z.object({ data: letterSchema })
const pageSchema = z.object({
  data: z.array(letterSchema),
  meta: z.object({ current_page: z.int(), last_page: z.int() }),
})

type Result<Value> = { code: 'ok'; value: Value } | LetterFailure

/** Attributes of letters that are requested. The recipient's address is left out. */
const fields = 'status,file_original_name,created_at'

const pageSize = 50

/** Returns the calls of Pingen's API (version 2) that this service uses. They never throw. */
export function createPingenApi(
  account: PingenAccount,
  { now, timeouts }: { now: () => number; timeouts: PingenTimeouts },
) {
  const { api } = account
  const tokens = createAccessTokens(account, { now, timeoutMs: timeouts.request })
  const letters = `${api}/organisations/${account.organisation}/deliveries/letters`

  /** Sends a request with an access token. If the token is refused, the request is repeated once with a new one. */
  async function authorised(
    request: Omit<PingenRequest, 'timeoutMs'>,
  ): Promise<PingenResponse | LetterFailure> {
    for (let repeated = false; ; repeated = true) {
      const access = await tokens.get(request.signal)
      if (access.code !== 'token') return access
      const headers = { accept: mediaType, ...request.headers, authorization: `Bearer ${access.token}` }
      const response = await requestPingen({ ...request, headers, timeoutMs: timeouts.request })
      if (response.code !== 'response' || response.status !== 401) return response
      tokens.discard(access.token)
      if (repeated) return response
    }
  }

  async function read<Value>(
    request: Omit<PingenRequest, 'timeoutMs'>,
    schema: z.ZodType<Value>,
  ): Promise<Result<Value>> {
    const response = await authorised(request)
    if (response.code !== 'response') return response
    if (response.status < 200 || response.status >= 300) return failureOf(response)
    const parsed = schema.safeParse(response.body)
    if (parsed.success) return { code: 'ok', value: parsed.data }
    const { status, retryAfter } = response
    return failure('retry', 'unexpected response', { status, retryAfter })
  }

  return {
    /** Uploads a PDF and returns the location that a new letter refers to. */
    async upload(pdf: Uint8Array, signal: AbortSignal): Promise<Result<{ url: string; signature: string }>> {
      const place = await read({ method: 'GET', url: `${api}/file-upload`, signal }, uploadSchema)
      if (place.code !== 'ok') return place
      const { url, url_signature: signature } = place.value.data.attributes
      // The letter must not be sent unencrypted because of a wrong response.
      if (api.startsWith('https:') && !url.startsWith('https:'))
        return failure('retry', 'the upload URL is not https')
      // The URL contains its own authorisation. The access token is not sent to the file storage.
      const stored = await requestPingen({
        method: 'PUT',
        url,
        body: pdf,
        timeoutMs: timeouts.upload,
        signal,
      })
      if (stored.code !== 'response') return stored
      // An expired or refused URL is replaced by the next attempt.
      if (stored.status < 200 || stored.status >= 300) return { ...failureOf(stored), code: 'retry' }
      return { code: 'ok', value: { url, signature } }
    },

    /** Creates a letter, which Pingen posts on its own as soon as it has checked the document. */
    async create(
      { key, fileName, file }: { key: string; fileName: string; file: { url: string; signature: string } },
      signal: AbortSignal,
    ): Promise<Result<PingenLetter>> {
      const attributes = {
        file_original_name: fileName,
        file_url: file.url,
        file_url_signature: file.signature,
        address_position: 'left',
        auto_send: true,
        delivery_product: 'cheap',
        print_mode: 'simplex',
        print_spectrum: 'grayscale',
      }
      const created = await read(
        {
          method: 'POST',
          url: letters,
          headers: { 'content-type': mediaType, 'idempotency-key': key },
          body: JSON.stringify({ data: { type: 'letters', attributes } }),
          signal,
        },
        oneSchema,
      )
      return created.code === 'ok' ? { code: 'ok', value: created.value.data } : created
    },

    /** Returns a page of the organisation's letters, newest first. Pages are numbered from 1. */
    async page(
      number: number,
      signal: AbortSignal,
    ): Promise<Result<{ letters: PingenLetter[]; isLast: boolean }>> {
      const query = new URLSearchParams({
        'page[number]': String(number),
        'page[limit]': String(pageSize),
        sort: '-created_at',
        'fields[letters]': fields,
      })
      const page = await read({ method: 'GET', url: `${letters}?${query}`, signal }, pageSchema)
      if (page.code !== 'ok') return page
      const { data, meta } = page.value
      return { code: 'ok', value: { letters: data, isLast: meta.current_page >= meta.last_page } }
    },

    /** Returns a letter; undefined if Pingen does not know it. */
    async find(letterId: string, signal: AbortSignal): Promise<Result<PingenLetter | undefined>> {
      const url = `${letters}/${encodeURIComponent(letterId)}?fields[letters]=${fields}`
      const found = await read({ method: 'GET', url, signal }, oneSchema)
      if (found.code === 'ok') return { code: 'ok', value: found.value.data }
      return found.status === 404 ? { code: 'ok', value: undefined } : found
    },

    cancel(letterId: string, signal: AbortSignal): Promise<PingenResponse | LetterFailure> {
      const url = `${letters}/${encodeURIComponent(letterId)}/cancel`
      return authorised({
        method: 'PATCH',
        url,
        headers: { 'idempotency-key': `cancel-${letterId}`.slice(0, 64) },
        signal,
      })
    },

    remove(letterId: string, signal: AbortSignal): Promise<PingenResponse | LetterFailure> {
      return authorised({ method: 'DELETE', url: `${letters}/${encodeURIComponent(letterId)}`, signal })
    },
  }
}

export type PingenApi = ReturnType<typeof createPingenApi>
