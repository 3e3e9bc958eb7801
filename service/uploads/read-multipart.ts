import { once } from 'node:events'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { maxUploadBytes } from '#domain/uploads.ts'
import { Problem } from '#service/errors.ts'
import { brokenOff, fileTooLarge, malformed, wrongForm } from './problems.ts'

export interface Patience {
  /** How long to wait for the next bytes, and for all of them, in ms. */
  idleMs: number
  totalMs: number
}

export interface IncomingFile {
  /** The text fields that came before the file. */
  fields: ReadonlyMap<string, string>
  /** As the client named it. */
  filename: string
  /** The client is read only as fast as this is; throws a Problem when it ends before the file is whole. */
  content: AsyncIterable<Buffer>
  /** Reads what is still coming and keeps none of it: a browser that is still sending would not hear an answer. */
  discard(): Promise<void>
}

/** So much is read of a request whatever is in it; a client that sends more is cut off in the middle. */
const mostBytes = 3 * maxUploadBytes

/** Reads a form up to its file, which is then streamed. Throws a Problem (400, 413, 415). */
export async function readMultipart(request: Request, patience: Patience): Promise<IncomingFile> {
  const form = openForm(request)
  const fields = new Map<string, string>()
  let file: BusboyFileStream | undefined
  const found = new Promise<string>((resolve, reject) => {
    form.on('field', (name, value) => void fields.set(name, value))
    form.on('file', (_name, stream, filename) => {
      file = stream
      // Whoever reads it is told, also when that begins later.
      stream.on('error', (error) => void stream.destroy(error))
      resolve(filename)
    })
    form.on('finish', () => reject(malformed('The form holds no file.')))
    form.on('error', () => reject(brokenOff()))
  })
  const pumped = pump(request, form, patience).catch((error: unknown) => {
    form.destroy(error as Error)
    file?.destroy(error as Error)
  })
  const filename = await found
  return {
    fields,
    filename: filename ?? '',
    content: contentOf(file!),
    async discard() {
      file!.resume()
      await pumped
    },
  }
}

function openForm(request: Request): BusboyInstance {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw wrongForm()
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 4, fieldSize: 200, headerPairs: 20, headerSize: 4096 },
      isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
    })
  } catch {
    throw wrongForm()
  }
}

async function* contentOf(file: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    // Left in the middle it stays open, so that the rest can be discarded.
    for await (const chunk of file.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    throw error instanceof Problem ? error : brokenOff()
  }
}

async function pump(request: Request, form: BusboyInstance, { idleMs, totalMs }: Patience): Promise<void> {
  const reader = (request.body ?? new ReadableStream<Uint8Array>()).getReader()
  let late = false
  const giveUp = () => {
    late = true
    reader.cancel().catch(() => undefined)
  }
  const idle = setTimeout(giveUp, idleMs)
  const total = setTimeout(giveUp, totalMs)
  let read = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (late) throw brokenOff()
      if (done) break
      read += value.length
      if (read > mostBytes) throw fileTooLarge()
      idle.refresh()
      if (!form.write(value)) await once(form, 'drain')
    }
    form.end()
  } catch (error) {
    reader.cancel().catch(() => undefined)
    throw error instanceof Problem ? error : brokenOff()
  } finally {
    clearTimeout(idle)
    clearTimeout(total)
  }
}
