import { type ProofProblem, proofProblems } from '#domain/uploads/proof-rules.ts'
import {
  type UploadResponse,
  maxUploadBytes,
  minUploadBytesPerSecond,
  uploadPaceMs,
  uploadProblems,
} from '#domain/uploads/upload-types.ts'
import type { UploadRun } from './upload-run.ts'

type Run = Pick<UploadRun, 'runId' | 'secret' | 'access' | 'flush'>
/** Credentials for requests about a run's files. */
type Owner = Pick<Run, 'runId' | 'secret' | 'access'>

/** Reason for a failed upload. `canRetry` returns whether a retry can succeed. */
export type UploadFailure = keyof typeof uploadProblems | ProofProblem | 'busy' | 'unknownRun'

export type SendOutcome = { upload: UploadResponse } | { failure: UploadFailure }

export interface SentFile {
  field: string
  name: string
  content: Blob
  /** Called with the fraction sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

const problems = { ...uploadProblems, ...proofProblems }
const path = '/api/uploads'
/** Timeout of an upload in ms. It is slightly longer than the time after which the service aborts a slow upload. */
const maxMs = (maxUploadBytes / minUploadBytesPerSecond) * 1000 + 2 * uploadPaceMs
const startTries = 3
const startPauseMs = 1000

/**
 * Sends the pending events first, because the service rejects a file if it has not received the `start` event of the
 * run. Then sends the file. Never throws.
 */
export async function sendFile(run: Run, file: SentFile): Promise<SendOutcome> {
  for (let tried = 1; ; tried++) {
    await run.flush()
    const outcome = await post(run, file)
    const again = 'failure' in outcome && outcome.failure === 'unknownRun' && tried < startTries
    if (!again || file.signal.aborted) return outcome
    await new Promise((resolve) => setTimeout(resolve, startPauseMs))
  }
}

/** Posts the file with XMLHttpRequest, because fetch does not report upload progress. */
function post(run: Run, { field, name, content, onProgress, signal }: SentFile): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const end = (outcome: SendOutcome) => {
      signal.removeEventListener('abort', abort)
      resolve(outcome)
    }
    const abort = () => request.abort()
    // Run id, field and secret are not in the body. The service can thus authorize the upload before it reads the body.
    request.open('POST', `${path}?${new URLSearchParams({ runId: run.runId, field }).toString()}`)
    for (const [header, value] of Object.entries(headersOf(run))) request.setRequestHeader(header, value)
    request.timeout = maxMs
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => end(readOutcome(request.status, request.responseText)))
    for (const type of ['error', 'timeout', 'abort'])
      request.addEventListener(type, () => end({ failure: 'brokenOff' }))
    if (signal.aborted) return end({ failure: 'brokenOff' })
    signal.addEventListener('abort', abort)
    const form = new FormData()
    form.set('file', content, name)
    request.send(form)
  })
}

function readOutcome(status: number, text: string): SendOutcome {
  const body = readJson(text)
  if (status === 201 && typeof body['id'] === 'string') return { upload: body as unknown as UploadResponse }
  if (status === 404) return { failure: 'unknownRun' }
  const type = typeof body['type'] === 'string' ? body['type'].split(':').at(-1) : undefined
  const known = Object.entries(problems).find(([, end]) => end === type)
  if (known) return { failure: known[0] as UploadFailure }
  return { failure: status === 429 || status === 503 ? 'busy' : 'brokenOff' }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Returns the stored uploads of the run, or undefined if the service is unavailable. */
export async function fetchUploads(run: Owner): Promise<UploadResponse[] | undefined> {
  try {
    const response = await fetch(`${path}?runId=${run.runId}`, { headers: headersOf(run) })
    if (response.status === 404) return []
    if (!response.ok) return undefined
    return ((await response.json()) as { uploads: UploadResponse[] }).uploads
  } catch {
    return undefined
  }
}

export async function fetchContent(run: Run, id: string): Promise<Blob | undefined> {
  try {
    const response = await fetch(`${path}/${id}`, { headers: headersOf(run) })
    return response.ok ? await response.blob() : undefined
  } catch {
    return undefined
  }
}

/** Removes an upload from the service. If the request fails, the service deletes the upload within a day. */
export function removeUpload(run: Owner, id: string): void {
  const options = { method: 'DELETE', headers: headersOf(run), keepalive: true }
  fetch(`${path}/${id}`, options).catch(() => undefined)
}

function headersOf({ secret, access }: Owner): Record<string, string> {
  return access === undefined ? { 'X-Run-Secret': secret } : { 'X-Status-Access': access }
}
