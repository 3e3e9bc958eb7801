import { once } from 'node:events'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { maxUploadBytes } from '#domain/uploads/upload-types.ts'
import { Problem } from '#service/http/errors.ts'
import { type UploadPace, watchPace } from './pace.ts'
import { brokenOff, fileTooLarge, malformed, wrongForm } from './problems.ts'

export interface IncomingFile {
  /** Name given by the client. */
  filename: string
  /**
   * Content of the file. The client can send the content only as fast as it is read here. If the body ends before the
   * file is complete, reading throws a `Problem`.
   */
  content: AsyncIterable<Buffer>
  /**
   * Reads and drops the rest of the body. If this is not done, a browser that is still sending does not receive the
   * response.
   */
  discard(): Promise<void>
  /** Stops reading the request and frees its buffers. */
  close(): void
}

export interface MultipartOptions {
  pace: UploadPace
  /**
   * Counts bytes of the body, not only of the file, towards the client's limit. Throws a `Problem` if the limit is
   * exceeded.
   */
  charge: (bytes: number) => Promise<void>
}

/** Maximum number of bytes read from a request; a client that sends more is disconnected. */
const maxBodyBytes = 3 * maxUploadBytes

const chargeEvery = 1024 * 1024

/**
 * Reads a form up to its file. The content of the file is then streamed. Other parts are ignored. Throws a `Problem`
 * (400, 413, 415, 429).
 */
export async function readMultipart(request: Request, options: MultipartOptions): Promise<IncomingFile> {
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw fileTooLarge()
  const form = openForm(request)
  let file: BusboyFileStream | undefined
  const found = new Promise<string>((resolve, reject) => {
    form.on('file', (_name, stream, filename) => {
      file = stream
      // Destroy the stream with its error, so that a reader that starts later still receives the error.
      stream.on('error', (error) => void stream.destroy(error))
      resolve(filename)
    })
    form.on('finish', () => reject(malformed('The form contains no file.')))
    form.on('error', (error: unknown) => reject(error instanceof Problem ? error : brokenOff()))
  })
  const closing = new AbortController()
  const pumped = pump(request, form, { ...options, closed: closing.signal }).catch((error: unknown) => {
    form.destroy(error as Error)
    file?.destroy(error as Error)
  })
  const filename = await found
  return {
    filename: filename ?? '',
    content: contentOf(file!),
    async discard() {
      file!.resume()
      await pumped
    },
    close: () => closing.abort(),
  }
}

function openForm(request: Request): BusboyInstance {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw wrongForm()
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 4, fieldSize: 200, headerPairs: 20, headerSize: 4096 },
      isPartAFile: (name) => name === 'file',
    })
  } catch {
    throw wrongForm()
  }
}

async function* contentOf(file: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    // The stream stays open when the reader stops early, so that the rest of the file can be discarded.
    for await (const chunk of file.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    throw error instanceof Problem ? error : brokenOff()
  }
}

async function pump(
  request: Request,
  form: BusboyInstance,
  { pace, charge, closed }: MultipartOptions & { closed: AbortSignal },
): Promise<void> {
  const reader = (request.body ?? new ReadableStream<Uint8Array>()).getReader()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  const breakOff = () => broken.reject(brokenOff())
  closed.addEventListener('abort', breakOff)
  const watch = watchPace(pace, breakOff)
  form.once('file', watch.startFile)
  let read = 0
  let due = 0
  let reading: Promise<unknown> = Promise.resolve()
  try {
    for (;;) {
      const next = reader.read()
      reading = next
      const { done, value } = await Promise.race([next, broken.promise])
      if (done) break
      read += value.length
      due += value.length
      if (read > maxBodyBytes) throw fileTooLarge()
      watch.received(value.length)
      if (due >= chargeEvery) await charge(take())
      if (form.write(value)) continue
      watch.hold(true)
      await once(form, 'drain', { signal: closed })
      watch.hold(false)
    }
    if (due > 0) await charge(take())
    form.end()
  } catch (error) {
    // Cancel the body only after a pending read has finished. If the body is cancelled during a read and the request
    // then ends, Node closes the stream twice and throws an error that cannot be caught.
    reading.then(() => reader.cancel()).catch(() => undefined)
    throw error instanceof Problem ? error : brokenOff()
  } finally {
    watch.end()
    // After an error, charges the bytes received since the last charge.
    if (due > 0) await charge(take()).catch(() => undefined)
  }

  function take(): number {
    const taken = due
    due = 0
    return taken
  }
}
