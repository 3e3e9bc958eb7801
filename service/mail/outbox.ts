import { open, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { VaultCipher } from '#db/vault-cipher.ts'

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
}

/** Longer than any attempt takes. */
const leaseMs = 300_000

const shape = /^(\d{15})-(\d+)-([0-9a-f-]{36})\.sealed$/

/**
 * Letters that are still to be sent: a file each, encrypted, for a mail server may be down for days. The name says when
 * it is due, and a rename moves it, so of several processes on one folder only one gets it. Files and not the database,
 * because a letter that was taken must survive also while the database is not to be reached.
 */
export function createOutbox({ folder, cipher, now, newId }: OutboxSettings): Outbox {
  const held = new Map<string, string>()
  const at = (name: string) => path.join(folder, name)

  async function take(name: string): Promise<OutboxJob | undefined> {
    const [, dueAt, attempts, id] = shape.exec(name) ?? []
    if (id === undefined || Number(dueAt) > now()) return undefined
    const attempt = Number(attempts) + 1
    const mine = nameOf(now() + leaseMs, attempt, id)
    try {
      await rename(at(name), at(mine))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    held.set(id, mine)
    return { id, attempt, content: cipher.unseal(place(id), await readFile(at(mine))) }
  }

  return {
    async put(content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const id = newId()
      const unfinished = at(`${id}.unfinished`)
      await writeDurably(unfinished, cipher.seal(place(id), content))
      await rename(unfinished, at(nameOf(now(), 0, id)))
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
      await rename(at(held.get(id)!), at(nameOf(now() + ms, attempt, id)))
      held.delete(id)
    },
  }
}

function nameOf(dueAt: number, attempts: number, id: string): string {
  return `${String(dueAt).padStart(15, '0')}-${attempts}-${id}.sealed`
}

/** No run has such an id, so what lies here can be read nowhere else. */
function place(id: string) {
  return { runId: `outbox:${id}`, position: 0 }
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
