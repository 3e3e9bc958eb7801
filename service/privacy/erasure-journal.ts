import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { StartError } from '#service/config/start-error.ts'

export interface Erasure {
  /**
   * Time at which the person requested the erasure, in ms since the epoch. For each run, this time and the run id
   * identify the run's erasure. Both stay the same if the erasure is repeated.
   */
  at: number
  runIds: string[]
}

export interface ErasureJournal {
  file: string
  /** Returns the erasures, oldest first. If a line cannot be read, throws a `StartError` that names the line. */
  read(): Erasure[]
  /** Appends an erasure and syncs the file to the disk. */
  append(erasure: Erasure): void
}

const line = z.strictObject({ at: z.iso.datetime(), runIds: z.array(z.uuid()).min(1) })

/**
 * Returns the journal of erasures. The journal is kept outside the database, so that it survives the restore of an
 * older backup. It contains only run ids and times, because it outlives the erased data.
 */
export function erasureJournal(dataFolder: string): ErasureJournal {
  const file = path.join(dataFolder, 'erasures.jsonl')
  return {
    file,
    read: () => wholeLines(readText(file)).map((text, index) => parse(text, `${file} line ${index + 1}`)),
    append({ at, runIds }) {
      const text = readText(file)
      const whole = endOfLast(text)
      const descriptor = openSync(file, 'a', 0o600)
      try {
        // A last line without a line break was cut off by a crash. The line is removed, because the erasure that it
        // announces had not begun and was not reported as done.
        if (whole !== text) ftruncateSync(descriptor, Buffer.byteLength(whole))
        writeSync(descriptor, `${JSON.stringify({ at: new Date(at).toISOString(), runIds })}\n`)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      syncFolder(dataFolder)
    },
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function endOfLast(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1)
}

function wholeLines(text: string): string[] {
  return endOfLast(text).split('\n').slice(0, -1)
}

function parse(text: string, place: string): Erasure {
  try {
    const { at, runIds } = line.parse(JSON.parse(text))
    return { at: Date.parse(at), runIds }
  } catch (error) {
    throw new StartError(
      `${place} cannot be read. It names runs whose personal data must stay erased, ` +
        'allowed is {"at":"<time>","runIds":["<id>"]}: correct the line, or restore the file from its own backup.',
      { cause: error },
    )
  }
}

/** Syncs a folder to the disk. Otherwise, the name of a new file might be lost in a crash. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
