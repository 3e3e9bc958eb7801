import { validate } from 'uuid'
import type { EventLog } from '#db/ports/event-log.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import { startOfOwner } from '#service/access/run-secret.ts'
import { orderedAlready, unknownUpload } from './problems.ts'

type Log = Pick<EventLog, 'firstStart' | 'find'>

/** Returns the `start` event of a run if the caller has the run's secret. Throws a `Problem` (404) otherwise. */
export async function ownRun(
  log: Log,
  runId: string | undefined,
  secret: string | undefined,
): Promise<StoredEventOf<'start'>> {
  const start = await startOfOwner(log, runId, secret)
  if (!start) throw unknownUpload()
  return start
}

/** Returns an upload if the caller has the secret of its run. Throws a `Problem` (404) otherwise. */
export async function ownUpload(
  store: { log: Log; uploads: Pick<UploadStore, 'find'> },
  id: string,
  secret: string | undefined,
): Promise<Upload> {
  const upload = secret && validate(id) ? await store.uploads.find(id.toLowerCase()) : undefined
  if (!upload) throw unknownUpload()
  await ownRun(store.log, upload.runId, secret)
  return upload
}

/** Throws a `Problem` (409) if the run has become an order, because the files of an order must not change. */
export async function refuseOrdered(log: Log, runId: string): Promise<void> {
  if (await log.find({ once: orderKey(runId) })) throw orderedAlready()
}
