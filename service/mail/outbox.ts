import { open, mkdir, readFile, readdir, rename, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { VaultCipher } from '#db/vault-cipher.ts'
import { readSealedName, sealedName, sealedPlace } from './sealed-names.ts'

export interface OutboxJob {
  id: string
  /** From 1. */
  attempt: number
  content: string
}

export interface Outbox {
  /** Resolves when the content is on the disk. */
  put(content: string): Promise<void>
  /** The job that is due the longest; it is due again after the lease, should this process end meanwhile. */
  claim(): Promise<OutboxJob | undefined>
  done(job: OutboxJob): Promise<void>
  /** Puts a claimed job off. */
  putOff(job: OutboxJob, ms: number): Promise<void>
}

export interface OutboxSettings {
  folder: string
  cipher: Pick<VaultCipher, 'seal' | 'unseal'>
  now: () => number
  newId: () => string
  /** Told once of a letter that cannot be read and was set aside under this name. */
  onUnreadable: (name: string) => void
}

/** Longer than any attempt takes. */
export const leaseMs = 300_000

/**
 * Letters that are still to be sent: a file each, encrypted, for a mail server may be down for days. The name says when
 * it is due, and a rename moves it, so of several processes on one folder only one gets it. Files and not the database,
 * because a letter that was taken must survive also while the database is not to be reached.
 */
export function createOutbox({ folder, cipher, now, newId, onUnreadable }: OutboxSettings): Outbox {
  const held = new Map<string, string>()
  const at = (name: string) => path.join(folder, name)

  async function take(name: string): Promise<OutboxJob | undefined> {
    const { dueAt, attempts, id } = readSealedName(name) ?? {}
    if (id === undefined || dueAt! > now()) return undefined
    const attempt = attempts! + 1
    const mine = sealedName({ dueAt: now() + leaseMs, attempts: attempt, id })
    if (!(await moved(at(name), at(mine)))) return undefined
    const sealed = await readFile(at(mine)).catch(ignoreGone)
    if (sealed === undefined) return undefined
    const content = await unsealOrSetAside(mine, id, sealed)
    if (content === undefined) return undefined
    held.set(id, mine)
    return { id, attempt, content }
  }

  /** A damaged letter must not hold up the others, nor be looked at again and again. */
  async function unsealOrSetAside(name: string, id: string, sealed: Buffer): Promise<string | undefined> {
    try {
      return cipher.unseal(sealedPlace(id), sealed)
    } catch {
      const aside = `${id}.unreadable`
      if (!(await moved(at(name), at(aside)))) return undefined
      // It is kept for a while from now on.
      await utimes(at(aside), now() / 1000, now() / 1000)
      onUnreadable(aside)
      return undefined
    }
  }

  return {
    async put(content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const id = newId()
      const unfinished = at(`${id}.unfinished`)
      await writeDurably(unfinished, cipher.seal(sealedPlace(id), content))
      await rename(unfinished, at(sealedName({ dueAt: now(), attempts: 0, id })))
      await syncFolder(folder)
    },
    async claim() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
        const job = await take(name)
        if (job) return job
      }
      return undefined
    },
    async done({ id }) {
      await rm(at(held.get(id)!), { force: true })
      held.delete(id)
    },
    async putOff({ id, attempt }, ms) {
      // What was erased meanwhile stays gone.
      await moved(at(held.get(id)!), at(sealedName({ dueAt: now() + ms, attempts: attempt, id })))
      held.delete(id)
    },
  }
}

/** False when there is no such file any more: another process was faster. */
async function moved(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    (error: unknown) => ignoreGone(error) ?? false,
  )
}

function ignoreGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

async function writeDurably(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The new name must be on the disk as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
