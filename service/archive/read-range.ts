import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline as pass } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { FiledRange } from '#db/ports/log/archive-store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { ArchiveUnreadable, checkHeader, pathOf } from './range-file.ts'

/** Throws `ArchiveUnreadable` unless the file of the range exists and has the recorded size. Does not read it. */
export async function checkSize(folder: string, range: FiledRange): Promise<void> {
  let size: number
  try {
    ;({ size } = await stat(pathOf(folder, range)))
  } catch (error) {
    throw unreadable(folder, range, error)
  }
  if (size !== range.bytes)
    throw new ArchiveUnreadable(folder, range, `has ${size} bytes instead of ${range.bytes}`)
}

/** Throws `ArchiveUnreadable` unless the file of the range has the recorded size and SHA-256. */
export async function verifyRange(folder: string, range: FiledRange): Promise<void> {
  await checkSize(folder, range)
  const found = await digestFile(folder, range)
  if (found.sha256 !== range.sha256)
    throw new ArchiveUnreadable(folder, range, `is damaged: its SHA-256 is not ${range.sha256}`)
}

/** Reads the size and the SHA-256 of a file. */
export async function digestFile(
  folder: string,
  range: FiledRange,
): Promise<Pick<FiledRange, 'bytes' | 'sha256'>> {
  const place = pathOf(folder, range)
  const hash = createHash('sha256')
  try {
    const { size } = await stat(place)
    await pipeline(createReadStream(place), hash)
    return { bytes: size, sha256: hash.digest('hex') }
  } catch (error) {
    throw unreadable(folder, range, error)
  }
}

/**
 * Yields the lines of the range's file that contain events, many at a time. Throws `ArchiveUnreadable` if the file is
 * incomplete, also after lines were yielded.
 */
export async function* readLines(folder: string, range: FiledRange): AsyncGenerator<string[]> {
  let [lines, started] = [0, false]
  try {
    for await (const chunk of splitLines(uncompress(pathOf(folder, range)))) {
      if (!started) checkHeader(chunk.shift() ?? '', range, folder)
      started = true
      lines += chunk.length
      yield chunk
    }
  } catch (error) {
    throw error instanceof ArchiveUnreadable ? error : unreadable(folder, range, error)
  }
  if (lines !== range.events)
    throw new ArchiveUnreadable(folder, range, `contains ${lines} events instead of ${range.events}`)
}

/** Yields the events of the range's file, many at a time. Throws as `readLines` does. */
export async function* readEvents(folder: string, range: FiledRange): AsyncGenerator<StoredEvent[]> {
  for await (const lines of readLines(folder, range))
    yield lines.map((line) => JSON.parse(line) as StoredEvent)
}

/** Returns the uncompressed bytes of a file. Reading them throws if the file cannot be read or is damaged. */
function uncompress(file: string): AsyncIterable<Buffer> {
  const bytes = createGunzip()
  // Unlike `pipe`, this passes an error of the file on to the reader, and closes the file if not everything is read.
  pass(createReadStream(file), bytes, () => {})
  return bytes
}

/** Yields the complete lines of a text, without their line breaks. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    if (lines.length > 0) yield lines
  }
  if (rest !== '') throw new Error('the last line is incomplete')
}

function unreadable(folder: string, range: FiledRange, error: unknown): ArchiveUnreadable {
  const { code, message } = error as NodeJS.ErrnoException
  return new ArchiveUnreadable(folder, range, code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`)
}
