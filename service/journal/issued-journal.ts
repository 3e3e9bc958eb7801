import { mkdir, open } from 'node:fs/promises'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { createJournalReader, type journalLine } from './journal-reader.ts'

/**
 * What must never be issued twice:
 * - `invoice:<order id>`, `cancellation:<order id>`: The value is the number.
 * - `letter:<order id>`, and `letter:<order id>:2` for a letter that was handed over again: The value is the id by which the
 *   letter service knows the letter.
 * - `email:<order id>:<kind>[:<version>]` and, for e-mails that are stored with their content or sent again on request,
 *   `email:<message id>`: The value is the id of the message.
 */
export type IssuedKey =
  | `invoice:${string}`
  | `cancellation:${string}`
  | `letter:${string}`
  | `email:${string}`

export interface Issued {
  value: string
  /** Time at which it was issued, in ms since the epoch. */
  at: number
}

/** Journal of everything that has left the service, beside the database and newer than any backup of it. */
export interface IssuedJournal {
  file: string
  /** Returns what was noted under this key. Reads what other processes have noted in the meantime. */
  find(key: IssuedKey): Promise<Issued | undefined>
  /**
   * Notes what is issued under a key, and syncs the file to the disk. A key keeps its first value: if there is one,
   * returns it and notes nothing.
   */
  note(key: IssuedKey, issued: Issued): Promise<Issued>
  /** Returns the highest number noted for a kind of invoice and a year; 0 if there is none. */
  lastNumber(kind: 'invoice' | 'cancellation', year: number): Promise<number>
}

/**
 * Opens the journal in the data folder. It contains ids, numbers and times, and no personal data, because it outlives
 * erased data. Processes on the same machine share the file: each appends whole lines, and reads those of the others
 * before it looks up a key. Throws a `StartError` that names the line if one cannot be read.
 */
export async function openIssuedJournal(dataFolder: string): Promise<IssuedJournal> {
  const file = path.join(dataFolder, 'issued.jsonl')
  const lastNumbers = new Map<string, number>()
  const reader = createJournalReader(file, ({ key, value }) => {
    const [, year, number] = /^[A-Z]+-(\d{4})-(\d+)$/.exec(value) ?? []
    const range = `${key.slice(0, key.indexOf(':'))} ${year}`
    if (number !== undefined) lastNumbers.set(range, Math.max(lastNumbers.get(range) ?? 0, Number(number)))
  })
  await reader.update()
  let last: Promise<unknown> = Promise.resolve()

  /** Notes are written one after the other, so that two notes of the same key do not both find it unused. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  async function find(key: IssuedKey): Promise<Issued | undefined> {
    await reader.update()
    const line = await reader.find(key)
    return line && { value: line.value, at: Date.parse(line.at) }
  }

  return {
    file,
    find: (key) => inTurn(() => find(key)),
    note: (key, issued) =>
      inTurn(async () => {
        const known = await find(key)
        if (known) return known
        await append(file, { key, value: issued.value, at: new Date(issued.at).toISOString() })
        return (await find(key))!
      }),
    lastNumber: (kind, year) =>
      inTurn(async () => {
        await reader.update()
        return lastNumbers.get(`${kind} ${year}`) ?? 0
      }),
  }
}

async function append(file: string, entry: z.input<typeof journalLine>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const end = Buffer.alloc(1)
    if (size > 0) await handle.read(end, 0, 1, size - 1)
    const isCutOff = size > 0 && end[0] !== 0x0a
    // One write of a short line in append mode: lines of several processes never mix.
    await handle.write(`${isCutOff ? '\n' : ''}${JSON.stringify(entry)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  syncFolder(path.dirname(file))
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
