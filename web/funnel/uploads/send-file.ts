import { type UploadAnswer, uploadProblems } from '#domain/uploads.ts'
import type { UploadRun } from './upload-run.ts'

type Run = Pick<UploadRun, 'runId' | 'secret' | 'flush'>
/** Who may ask about a run's files. */
type Owner = Pick<Run, 'runId' | 'secret'>

/** Why a file was not taken. After `interrupted` and `busy` the same file may be sent again. */
export type UploadFailure = keyof typeof uploadProblems | 'busy' | 'unknownRun'

export type SendOutcome = { upload: UploadAnswer } | { failure: UploadFailure }

export interface SentFile {
  field: string
  name: string
  content: Blob
  /** Part that is sent, 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

const path = '/api/uploads'
/** The service gives up a little sooner. */
const longestMs = 290_000
const startTries = 3
const startPauseMs = 1000

/** Sends a file when the service knows its run; never throws. */
export async function sendFile(run: Run, file: SentFile): Promise<SendOutcome> {
  for (let tried = 1; ; tried++) {
    await run.flush()
    const outcome = await post(run, file)
    const again = 'failure' in outcome && outcome.failure === 'unknownRun' && tried < startTries
    if (!again || file.signal.aborted) return outcome
    await new Promise((resolve) => setTimeout(resolve, startPauseMs))
  }
}

/** By XMLHttpRequest: fetch does not tell how much is sent. */
function post(run: Run, { field, name, content, onProgress, signal }: SentFile): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const end = (outcome: SendOutcome) => {
      signal.removeEventListener('abort', abort)
      resolve(outcome)
    }
    const abort = () => request.abort()
    request.open('POST', path)
    request.setRequestHeader('X-Run-Secret', run.secret)
    request.timeout = longestMs
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => end(readAnswer(request.status, request.responseText)))
    for (const type of ['error', 'timeout', 'abort'])
      request.addEventListener(type, () => end({ failure: 'brokenOff' }))
    if (signal.aborted) return end({ failure: 'brokenOff' })
    signal.addEventListener('abort', abort)
    const form = new FormData()
    // In the order in which the service reads them.
    form.set('runId', run.runId)
    form.set('field', field)
    form.set('file', content, name)
    request.send(form)
  })
}

function readAnswer(status: number, text: string): SendOutcome {
  const body = readJson(text)
  if (status === 201 && typeof body['id'] === 'string') return { upload: body as unknown as UploadAnswer }
  if (status === 404) return { failure: 'unknownRun' }
  const type = typeof body['type'] === 'string' ? body['type'].split(':').at(-1) : undefined
  const known = Object.entries(uploadProblems).find(([, end]) => end === type)
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

/** What the service holds of the run, or undefined when it cannot be asked now. */
export async function fetchUploads(run: Owner): Promise<UploadAnswer[] | undefined> {
  try {
    const response = await fetch(`${path}?runId=${run.runId}`, { headers: headersOf(run) })
    if (response.status === 404) return []
    if (!response.ok) return undefined
    return ((await response.json()) as { uploads: UploadAnswer[] }).uploads
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

/** One that cannot be removed now expires at the service. */
export function removeUpload(run: Owner, id: string): void {
  const options = { method: 'DELETE', headers: headersOf(run), keepalive: true }
  fetch(`${path}/${id}`, options).catch(() => undefined)
}

function headersOf({ secret }: Owner): HeadersInit {
  return { 'X-Run-Secret': secret }
}
