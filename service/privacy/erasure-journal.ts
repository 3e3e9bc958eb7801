import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'

export interface Erasure {
  /** When it was asked for, ms since the epoch; with the run it names the erasure, also when it is repeated. */
  at: number
  runIds: string[]
}

export interface ErasureJournal {
  file: string
  /** Oldest first. Throws a StartError that names a line that cannot be read. */
  read(): Erasure[]
  /** Returns when it is on the disk. */
  note(erasure: Erasure): void
}

const line = z.strictObject({ at: z.iso.datetime(), runIds: z.array(z.uuid()).min(1) })

/**
 * What was erased, beside the database and not in it, so that it is known after an older backup was restored.
 * It holds run ids and times only, for it outlives the data that they once led to.
 */
export function erasureJournal(dataFolder: string): ErasureJournal {
  const file = path.join(dataFolder, 'erasures.jsonl')
  return {
    file,
    read: () => wholeLines(readText(file)).map((text, index) => parse(text, `${file} line ${index + 1}`)),
    note({ at, runIds }) {
      const text = readText(file)
      const whole = endOfLast(text)
      const descriptor = openSync(file, 'a', 0o600)
      try {
        // A line without an end was cut off by a crash: its erasure was neither begun nor reported.
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
        'allowed is {"at":"<time>","runIds":["<id>"]}: put the line right, or take the file from its own backup.',
      { cause: error },
    )
  }
}

/** The name of a new file has to reach the disk too. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
