import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { eraseRuns, outstandingErasures } from './erase-runs.ts'
import type { ErasureJournal } from './erasure-journal.ts'

/** Repeats the erasures that a restored backup has undone. Must be called before personal data can be read or sent. */
export async function repeatErasures(settings: {
  store: Pick<Store, 'log' | 'rejections' | 'people' | 'vault' | 'uploads'>
  journal: ErasureJournal
  now: () => number
  log: Logger
}): Promise<void> {
  const { store, journal, now, log } = settings
  const outstanding = await outstandingErasures(store, journal.read(), now())
  if (outstanding.length === 0) return
  const events = await eraseRuns(store, outstanding, now())
  log.warn(
    { runs: outstanding.length, events },
    'personal data that the journal lists as erased was in the database and is erased again',
  )
}
