import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { StartError } from '#service/config/start-error.ts'

/** A line of the journal: what was issued under a key. */
export const journalLine = z.strictObject({ key: z.string(), value: z.string(), at: z.iso.datetime() })

type Line = z.output<typeof journalLine>

/** Bytes read at once. A line is much shorter. */
const chunkBytes = 1024 * 1024

/**
 * Returns a reader of the journal in `file`. It keeps the place of each line in memory, about 50 bytes per line, and
 * reads the line itself when it is looked up. `onLine` is called once with each line, in the order of the file.
 */
export function createJournalReader(file: string, onLine: (line: Line) => void) {
  const places = createPlaces()
  let offset = 0
  let lines = 0

  /** Reads the whole lines of a chunk. A line counts as read only after it was parsed. */
  function readLines(chunk: Buffer): void {
    for (let start = 0, end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      const line = parse(chunk.toString('utf8', start, end), `${file} line ${lines + 1}`)
      if (line) {
        places.add(line.key, offset)
        onLine(line)
      }
      lines += 1
      offset += end + 1 - start
      start = end + 1
    }
  }

  return {
    /**
     * Reads what was appended since the last call. Throws a `StartError` that names the line if one cannot be read; the
     * next call starts with this line again.
     */
    update: () =>
      withFile(file, async (handle) => {
        for (let before = -1; before < offset;) {
          before = offset
          const chunk = await readAt(handle, offset, chunkBytes)
          readLines(chunk)
          if (offset === before && chunk.length === chunkBytes) throw unreadable(`${file} line ${lines + 1}`)
        }
      }),
    /** Returns the first line with this key that `update` has read. */
    find: (key: string) =>
      withFile(file, async (handle) => {
        for (const place of places.of(key)) {
          const chunk = await readAt(handle, place, 4096)
          const line = parse(chunk.toString('utf8', 0, chunk.indexOf(0x0a)), file)
          if (line?.key === key) return line
        }
        return undefined
      }),
  }
}

/**
 * Returns the places of lines by a hash of their key. A key whose hash is in use gets the next free number, so all places
 * of a key are found by counting up from its hash.
 */
function createPlaces() {
  const places = new Map<number, number>()
  return {
    add(key: string, place: number): void {
      let slot = hashOf(key)
      while (places.has(slot)) slot += 1
      places.set(slot, place)
    },
    *of(key: string): Generator<number> {
      for (let slot = hashOf(key); places.has(slot); slot += 1) yield places.get(slot)!
    },
  }
}

/** Returns 48 bits of the SHA-256 of a key. */
function hashOf(key: string): number {
  return createHash('sha256').update(key).digest().readUIntBE(0, 6)
}

/** Calls `use` with the opened file. Returns undefined if there is no file. */
async function withFile<Result>(file: string, use: (handle: FileHandle) => Promise<Result>) {
  let handle: FileHandle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}

async function readAt(handle: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const { size } = await handle.stat()
  const chunk = Buffer.alloc(Math.min(Math.max(size - offset, 0), bytes))
  const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset)
  return chunk.subarray(0, bytesRead)
}

/**
 * Parses a line. Returns undefined for a line that a crash cut off: what it would have noted had not left the service,
 * because that happens only after the line is on the disk. The next writer ended it with a line break.
 */
function parse(content: string, place: string): Line | undefined {
  if (!content.endsWith('}')) return undefined
  try {
    return journalLine.parse(JSON.parse(content))
  } catch (error) {
    throw unreadable(place, error)
  }
}

function unreadable(place: string, cause?: unknown): StartError {
  return new StartError(
    `${place} cannot be read. It names what must not be issued twice, ` +
      'allowed is {"key":"<key>","value":"<value>","at":"<time>"}: correct the line, or restore the file from its own backup.',
    { cause },
  )
}
