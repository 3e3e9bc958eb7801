import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { mailFolders } from './kept-emails.ts'

/** Removes e-mail files last modified at or before `until`, in ms since the epoch. Returns how many were removed. */
export async function expireFiles(
  { files, outbox }: ReturnType<typeof mailFolders>,
  until: number,
): Promise<number> {
  const inFiles = await expire(files, /\.eml(?:\.unfinished)?$/, until)
  // Earlier versions stored unsent e-mails in `outbox` and may have left files with these endings.
  return inFiles + (await expire(outbox, /\.(?:unreadable|unfinished)$/, until))
}

async function expire(folder: string, ending: RegExp, until: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    if (!ending.test(name)) continue
    const file = path.join(folder, name)
    const kept = await stat(file).catch(() => undefined)
    if (!kept || kept.mtimeMs > until) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}
