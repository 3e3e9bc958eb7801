import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FiledRange, PositionRange } from '#db/ports/log/archive-store.ts'
import type { EventLog } from '#db/ports/event-log.ts'
import { StoreRefused } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { fileNameOf, headerOf, pathOf } from './range-file.ts'
import { digestFile, readLines } from './read-range.ts'

/** Maximum number of events read at once. */
const pageEvents = 1000

export interface RangeToWrite extends PositionRange {
  events: number
  firstAt: number
}

interface WriteSettings {
  log: Pick<EventLog, 'read'>
  folder: string
  /** ms since the epoch */
  now: number
  /** Called after each page with the position up to which the events were written or compared. */
  onProgress?: (stage: 'writing' | 'comparing', position: number) => void
}

/**
 * Writes the events of a range to a file, reads the file back from the disk, and compares it with the log. The file gets its
 * name after that, so a file with this name is complete; several commands can write the same range at once. Throws if the
 * file differs from the log, `StoreRefused` if a file with this name and other content exists.
 */
export async function writeRange(
  range: RangeToWrite,
  { log, folder, now, onProgress = () => {} }: WriteSettings,
): Promise<FiledRange> {
  await createFolder(folder)
  const written = { ...range, file: fileNameOf(range), bytes: 0, sha256: '', archivedAt: now }
  const partial = { ...written, file: `${written.file}.${randomUUID()}.partial` }
  const pages = () => readPages(log, range)
  try {
    await writeSynced(pathOf(folder, partial), async function* () {
      yield `${JSON.stringify(headerOf(range))}\n`
      for await (const page of pages()) {
        yield page.map((event) => `${JSON.stringify(event)}\n`).join('')
        onProgress('writing', page.at(-1)!.position)
      }
    })
    await compare(pages(), readLines(folder, partial), (position) => onProgress('comparing', position))
    const filed = { ...written, ...(await digestFile(folder, partial)) }
    await appear(folder, partial, filed)
    return filed
  } finally {
    await rm(pathOf(folder, partial), { force: true })
  }
}

/** Creates a folder that only its owner can read, and syncs the names of all folders that were created. */
async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const top = path.dirname(first)
  for (let parent = path.dirname(path.resolve(folder)); ; parent = path.dirname(parent)) {
    await sync(parent)
    if (parent === top || parent === path.dirname(parent)) return
  }
}

/**
 * Gives the complete file its final name with a hard link. Unlike a rename, a link fails if a file with that name exists: an
 * interrupted command or one of another store may have written it.
 */
async function appear(folder: string, partial: FiledRange, filed: FiledRange): Promise<void> {
  try {
    await link(pathOf(folder, partial), pathOf(folder, filed))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { sha256 } = await digestFile(folder, filed)
    if (sha256 !== filed.sha256)
      throw new StoreRefused(
        `the folder ${folder} already contains another file ${filed.file}; nothing was removed from the log. If it ` +
          'belongs to another database, choose another folder; otherwise move the file away and repeat the command',
      )
  }
  await sync(folder)
}

async function* readPages(
  log: Pick<EventLog, 'read'>,
  { after, upTo }: PositionRange,
): AsyncGenerator<StoredEvent[]> {
  let at = after
  while (at < upTo) {
    const read = await log.read(at, Math.min(pageEvents, upTo - at))
    const page = read.filter(({ position }) => position <= upTo)
    if (page.length > 0) yield page
    if (page.length === 0 || page.length < read.length) return
    at = page.at(-1)!.position
  }
}

/** Writes compressed text to a file that only its owner can read, and syncs the file to the disk. */
async function writeSynced(file: string, text: () => AsyncGenerator<string>): Promise<void> {
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  await sync(file)
}

/** Syncs a file, or the names in a folder, to the disk. */
async function sync(place: string): Promise<void> {
  const handle = await open(place)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Throws if the lines of the file are not the events of the log. */
async function compare(
  pages: AsyncGenerator<StoredEvent[]>,
  chunks: AsyncGenerator<string[]>,
  onProgress: (position: number) => void,
): Promise<void> {
  let lines: string[] = []
  let next = 0
  for await (const page of pages) {
    for (const event of page) {
      while (next === lines.length) [lines, next] = [(await chunks.next()).value ?? [''], 0]
      if (lines[next++] !== JSON.stringify(event)) throw differs(event.position)
    }
    onProgress(page.at(-1)!.position)
  }
  if (next < lines.length) throw differs('end')
  for await (const rest of chunks) if (rest.length > 0) throw differs('end')
}

function differs(place: number | string): Error {
  return new Error(
    `the archived file differs from the log at position ${place}; nothing was removed from the log`,
  )
}
