import { createHash, randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import Database from 'better-sqlite3'
import { envelope, wireEvent } from '#tests/build-events.ts'
import type { TestService } from '#tests/service/harness.ts'
import { encodeForm } from './encode-form.ts'

/** A funnel with a file field, and the name of that field. */
export const uploadFunnel = { funnel: 'zusaetzlich', field: 'mietvertrag' }

export interface SendOptions {
  runId: string
  field: string
  filename: string
  secret: string | undefined
}

function encodeFile(content: Uint8Array, filename = 'Vertrag.pdf') {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(content)]), filename)
  return encodeForm(form)
}

/** Starts a run. Returns its secret and functions that send the upload requests of a page. */
export async function beginRun(service: TestService, funnel = uploadFunnel.funnel) {
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest('hex')
  const runId = randomUUID()
  const start = wireEvent('start', { runId, funnel, data: { secretHash, entry: '/' } })
  const { status, body } = await service.post(envelope([start]))
  if (status !== 200) throw new Error(JSON.stringify(body))
  const headers = { 'x-run-secret': secret }
  const { app } = service

  const target = (over: Partial<Pick<SendOptions, 'runId' | 'field'>> = {}) =>
    `/api/uploads?${new URLSearchParams({ runId, field: uploadFunnel.field, ...over }).toString()}`

  return {
    runId,
    secret,
    encodeFile,
    /** Returns the URL to which a page sends a file. */
    target,
    send: async (content: Uint8Array, over: Partial<SendOptions> = {}) => {
      const given = 'secret' in over ? over.secret : secret
      const { runId: of = runId, field = uploadFunnel.field } = over
      const file = await encodeFile(content, over.filename)
      return app.request(target({ runId: of, field }), {
        method: 'POST',
        headers: { 'content-type': file.contentType, ...(given !== undefined && { 'x-run-secret': given }) },
        body: file.body,
      })
    },
    list: async () => {
      const response = await app.request(`/api/uploads?runId=${runId}`, { headers })
      return ((await response.json()) as { uploads: { id: string; field: string }[] }).uploads
    },
    get: (id: string, given = headers) => app.request(`/api/uploads/${id}`, { headers: given }),
    remove: (id: string, given = headers) =>
      app.request(`/api/uploads/${id}`, { method: 'DELETE', headers: given }),
  }
}

export type UploadingRun = Awaited<ReturnType<typeof beginRun>>

/** Returns the number of stored uploads, including incomplete ones. */
export function countStored({ folder }: Pick<TestService, 'folder'>): number {
  const sqlite = new Database(path.join(folder, 'formlotse.db'), { readonly: true })
  const count = sqlite.prepare('SELECT count(*) FROM uploads').pluck().get() as number
  sqlite.close()
  return count
}

/** Returns the id of an uploaded file. Throws if it was not accepted. */
export async function idOf(response: Response | Promise<Response>): Promise<string> {
  const awaited = await response
  const body = (await awaited.json()) as { id: string }
  if (awaited.status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** Returns the status of a problem response and the last part of its type. */
export async function refusalOf(response: Response | Promise<Response>): Promise<[number, string]> {
  const awaited = await response
  const { type } = (await awaited.json()) as { type: string }
  return [awaited.status, type.split(':').at(-1)!]
}
