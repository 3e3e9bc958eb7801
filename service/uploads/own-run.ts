import { validate } from 'uuid'
import type { EventLog } from '#db/event-log.ts'
import type { Upload, UploadStore } from '#db/upload-store.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { orderOf } from '#domain/order.ts'
import { isRunSecret } from '#service/orders/run-secret.ts'
import { orderedAlready, unknownUpload } from './problems.ts'

/** The events of a run, for whoever has its secret. Throws a Problem (404). */
export async function ownRun(
  log: Pick<EventLog, 'readRun'>,
  runId: string | undefined,
  secret: string | undefined,
): Promise<StoredEvent[]> {
  const events = validate(runId) ? await log.readRun(runId!.toLowerCase()) : []
  if (!isRunSecret(secret, events)) throw unknownUpload()
  return events
}

/** An upload and the events of its run, for whoever has the run's secret. Throws a Problem (404). */
export async function ownUpload(
  store: { log: Pick<EventLog, 'readRun'>; uploads: Pick<UploadStore, 'find'> },
  id: string,
  secret: string | undefined,
): Promise<{ upload: Upload; events: StoredEvent[] }> {
  const upload = validate(id) ? await store.uploads.find(id.toLowerCase()) : undefined
  if (!upload) throw unknownUpload()
  return { upload, events: await ownRun(store.log, upload.runId, secret) }
}

/** What was ordered stays as it was ordered. Throws a Problem (409). */
export function refuseOrdered(events: readonly StoredEvent[]): void {
  if (orderOf(events)) throw orderedAlready()
}
