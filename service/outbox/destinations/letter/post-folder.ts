import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { errorCode } from '#service/outgoing/post-message.ts'
import { type Letter, type LetterService, failure, letterFault } from './letter-service.ts'
import { removeDrafts, writeWhole } from './write-whole.ts'

/** Entry of a letter in the manifest. */
export interface PostEntry {
  letterId: string
  orderNumber: string
  /** Name of the service that was ordered, with the service level VIP. Entries of earlier versions have none. */
  product?: string | undefined
  /** Name of the PDF in the folder. */
  file: string
  sha256: string
  pages: number
  /** Size of the PDF, in bytes. */
  bytes: number
  /** Time at which the letter was put into the folder, in ISO 8601. */
  addedAt: string
}

const entrySchema: z.ZodType<PostEntry> = z.object({
  letterId: z.string(),
  orderNumber: z.string(),
  product: z.string().optional(),
  file: z.string(),
  sha256: z.string(),
  pages: z.int(),
  bytes: z.int(),
  addedAt: z.string(),
})

export interface PostFolder extends LetterService {
  /** Returns the letters in the folder, oldest first. Throws if the folder cannot be read. */
  list(): Promise<PostEntry[]>
}

export const manifestName = 'manifest.json'

const letterIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const orderNumberPattern = /^[A-Za-z0-9-]{1,40}$/

/**
 * Returns the letter service that puts print-ready letters into a folder, from which operators print them. Each letter
 * has two files, its entry `<letter id>.json` and the PDF `<order number>.pdf`. The entry is written first and removed
 * last, so the PDF of every letter can be found and removed, even if the process stopped while writing it.
 * `manifest.json` lists the entries of all complete letters and is derived from them.
 */
export function createPostFolder({ folder, now }: { folder: string; now: () => number }): PostFolder {
  const place = (name: string) => path.join(folder, name)
  const entryPlace = (letterId: string) => place(`${letterId}.json`)
  let writing: Promise<unknown> = Promise.resolve()

  /** Runs changes of the folder one after the other. */
  function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = writing.then(change, change)
    writing = result.catch(() => undefined)
    return result
  }

  async function entryOf(letterId: string): Promise<PostEntry | undefined> {
    const text = await readFile(entryPlace(letterId), 'utf8').catch(ignoreMissing)
    return text === undefined ? undefined : parseEntry(text)
  }

  async function completeEntryOf(letterId: string): Promise<PostEntry | undefined> {
    const entry = await entryOf(letterId)
    return entry && (await stat(place(entry.file)).catch(ignoreMissing)) ? entry : undefined
  }

  async function list(): Promise<PostEntry[]> {
    const names = (await readdir(folder).catch(ignoreMissing)) ?? []
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
    const entries = await Promise.all(ids.filter((id) => letterIdPattern.test(id)).map(completeEntryOf))
    return entries
      .filter((entry) => entry !== undefined)
      .sort((a, b) => (a.addedAt + a.orderNumber < b.addedAt + b.orderNumber ? -1 : 1))
  }

  /**
   * Derives the manifest from the entries. Another process can change the folder at the same time. Each process
   * therefore compares the manifest with the folder after writing it, so the last one to finish leaves a correct one.
   */
  async function writeManifest(): Promise<void> {
    for (let current = JSON.stringify(await list()), written; current !== written;) {
      await writeWhole(place(manifestName), `${JSON.stringify({ letters: JSON.parse(current) }, null, 2)}\n`)
      written = current
      current = JSON.stringify(await list())
    }
  }

  async function add(letter: Letter): Promise<void> {
    const { id, orderNumber, product, pdf, sha256, pages } = letter
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = `${orderNumber}.pdf`
    const known = await entryOf(id)
    const stored = known && (await readFile(place(file)).catch(ignoreMissing))
    if (!stored || hashOf(stored) !== sha256) {
      const addedAt = known?.addedAt ?? new Date(now()).toISOString()
      const entry = { letterId: id, orderNumber, product, file, sha256, pages, bytes: pdf.length, addedAt }
      await writeWhole(entryPlace(id), `${JSON.stringify(entry satisfies PostEntry)}\n`)
      await writeWhole(place(file), pdf)
    }
    await writeManifest()
    await removeDrafts(folder, now())
  }

  async function take(letterId: string): Promise<boolean> {
    const entry = await entryOf(letterId)
    if (!entry) return false
    // The entry is removed last. If the process stops in between, the removal is repeated.
    await rm(place(entry.file), { force: true })
    await rm(entryPlace(letterId), { force: true })
    await writeManifest()
    await removeDrafts(folder, now())
    return true
  }

  return {
    list,
    keepSentMs: 0,

    async submit(letter, signal) {
      const fault = faultOf(letter)
      if (fault) return failure('dead', fault)
      try {
        signal.throwIfAborted()
        await inTurn(() => add(letter))
        return { code: 'submitted', letterId: letter.id }
      } catch (error) {
        return failure('retry', errorCode(error))
      }
    },

    async find({ id }) {
      try {
        return { code: 'found', letterId: (await entryOf(idOf(id))) ? id : undefined }
      } catch (error) {
        return failure('retry', errorCode(error))
      }
    },

    async cancel(letterId) {
      try {
        // A letter that is not in the folder was taken out after it was posted, or was cancelled before. The order
        // tells which.
        return { code: (await inTurn(() => take(idOf(letterId)))) ? 'cancelled' : 'too-late' }
      } catch (error) {
        return failure('retry', errorCode(error))
      }
    },

    async status(letterId) {
      try {
        return { code: 'known', state: (await completeEntryOf(idOf(letterId))) ? 'waiting' : 'unknown' }
      } catch (error) {
        return failure('retry', errorCode(error))
      }
    },

    async remove(letterId) {
      try {
        await inTurn(() => take(idOf(letterId)))
        return { code: 'removed' }
      } catch (error) {
        return failure('retry', errorCode(error))
      }
    },
  }
}

/** Returns why the letter cannot be put into the folder. The checks also keep its file names inside the folder. */
function faultOf(letter: Letter): string | undefined {
  if (!letterIdPattern.test(letter.id)) return 'the id of the letter is not a UUID'
  if (!orderNumberPattern.test(letter.orderNumber)) return 'the order number cannot be a file name'
  if (hashOf(letter.pdf) !== letter.sha256) return 'the PDF differs from the frozen document'
  return letterFault(letter)
}

function idOf(letterId: string): string {
  if (!letterIdPattern.test(letterId)) throw new Error('the id of the letter is not a UUID')
  return letterId
}

function parseEntry(text: string): PostEntry | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
