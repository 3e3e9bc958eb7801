// Archives the log of a store as `npm run log:archive` does, as if all its events were old, and then reads the archived
// events as a rebuild does.
import process from 'node:process'
import type { Store } from '#db/ports/store.ts'
import { dayMs } from '#domain/time/durations.ts'
import { type ArchiveProgress, type ArchivedResult, archiveLog } from '#service/archive/archive-log.ts'
import { archivedLog } from '#service/archive/archived-log.ts'
import { openStoreForCommand } from '#service/commands/open-store.ts'
import { handleMessages } from './start-process.ts'

export interface Archiving {
  /** Environment variables that select the store. */
  env: Record<string, string>
}

export type Stage = ArchiveProgress['stage']

export interface Archived extends ArchivedResult {
  /** Beginning of each stage, and the end of the last one, in ms since the epoch. */
  times: Record<Stage | 'end', number>
  /** Processor time of this process while it archived, in ms. */
  processorTime: number
  /** Peak resident memory of this process while it archived, in bytes. */
  peakMemory: number
  /** Events read per second from the archived range. */
  readPerSecond: number
}

/** Number of events that a rebuild reads at once. */
const pageEvents = 1000

handleMessages(async ({ env }: Archiving): Promise<Archived> => {
  const { store, archiveFolder: folder } = await openStoreForCommand(env)
  try {
    const cpuBefore = process.cpuUsage()
    const times = { writing: Date.now(), comparing: 0, removing: 0, end: 0 }
    const results: ArchivedResult[] = []
    await archiveLog(
      {
        store,
        folder,
        olderThanMs: 90 * dayMs,
        now: () => Date.now() + 365 * dayMs,
        onProgress: ({ stage }) => (times[stage] ||= Date.now()),
      },
      (result) => results.push(result),
    )
    times.end = Date.now()
    const [result] = results
    if (!result) throw new Error('there was nothing to archive: a kept folder can be used only once')
    const { user, system } = process.cpuUsage(cpuBefore)
    const used = { processorTime: (user + system) / 1000, peakMemory: process.resourceUsage().maxRSS * 1024 }
    return { ...result, times, ...used, readPerSecond: await readArchived(store, folder) }
  } finally {
    await store.close()
  }
})

async function readArchived(store: Store, folder: string): Promise<number> {
  const startedAt = performance.now()
  await using log = archivedLog(store, folder)
  const end = await store.archive.end()
  let [after, events] = [0, 0]
  while (after < end) {
    const page = await log.read(after, pageEvents)
    after = page.at(-1)?.position ?? end
    events += page.length
  }
  return (events / (performance.now() - startedAt)) * 1000
}
