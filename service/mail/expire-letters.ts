import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { mailFolders } from './kept-letters.ts'

/** Removes letters that nobody sends any more and that are older than a time (ms since the epoch); answers how many. */
export async function expireLetters(
  { files, outbox }: ReturnType<typeof mailFolders>,
  until: number,
): Promise<number> {
  const inFiles = await expire(files, /\.eml(?:\.unfinished)?$/, until)
  // What is sealed is still to be sent, however long that takes.
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
