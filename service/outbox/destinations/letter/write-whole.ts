import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const suffix = '.unfinished'

/** Age after which a draft belongs to a process that has stopped, in ms. */
const draftLifetimeMs = 10 * 60_000

/**
 * Writes a file (mode 0600) so that readers see it either completely or not at all, also after a power cut. Throws if
 * the disk is full or not writable; no partial file remains then.
 */
export async function writeWhole(place: string, content: Uint8Array | string): Promise<void> {
  // Hidden, so that no program that prints the folder's files picks it up. Random, because another process may write
  // the same file.
  const draft = path.join(path.dirname(place), `.${path.basename(place)}.${randomUUID()}${suffix}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const folder = await open(path.dirname(place), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Removes the drafts that killed processes left in the folder. `now` is in ms since the epoch. */
export async function removeDrafts(folder: string, now: number): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith('.') && name.endsWith(suffix))
  for (const name of drafts) {
    const place = path.join(folder, name)
    // Another process may have finished or removed the draft in the meantime.
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > draftLifetimeMs) await rm(place, { force: true })
  }
}
