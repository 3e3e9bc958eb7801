import { randomUUID } from 'node:crypto'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { type PersonalRow, formAsOf, shownFields } from '#domain/events/form-as-of.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type UploadValue, acceptsUploads, uploadsIn } from '#domain/forms/fields-by-kind.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { maxOrderUploadBytes } from '#domain/uploads/upload-types.ts'
import type { WebhookUpload } from '#domain/outbox/webhook-payload.ts'

export interface FoundUploads {
  /** Names of the fields that were answered with files. */
  fields: readonly string[]
  /** By id, for the message: a placeholder stands for the content. */
  forMessage: ReadonlyMap<string, WebhookUpload>
  /** By placeholder: nobody can guess one, so none can be written into a form. */
  placeholders: ReadonlyMap<string, Upload>
}

interface RunAsOf {
  runId: string
  funnel: Funnel
  /** Up to and including the one that the message is about, as the vault rows. */
  events: readonly StoredEvent[]
  personal: readonly PersonalRow[]
}

/** The uploads of a run that its answers speak of, without those that are known to be unreadable; at most 20 MB. */
export async function findUploads(
  uploads: Pick<UploadStore, 'list'>,
  run: RunAsOf,
  unreadable: ReadonlySet<string>,
): Promise<FoundUploads> {
  const forMessage = new Map<string, WebhookUpload>()
  const placeholders = new Map<string, Upload>()
  const answered = answeredFiles(run)
  const spokenOf = new Set(answered.flatMap(({ ids }) => ids))
  let left = maxOrderUploadBytes
  for (const upload of spokenOf.size > 0 ? await listReadable(uploads, run.runId) : []) {
    const { id, filename, mimeType, size } = upload
    if (!spokenOf.has(id) || unreadable.has(id) || size > left) continue
    left -= size
    const content = randomUUID()
    forMessage.set(id, { filename, mimeType, size, content })
    placeholders.set(content, upload)
  }
  return { fields: answered.map(({ field }) => field), forMessage, placeholders }
}

/** A name that was damaged in the database makes its run's files unreadable, and must not hold up the order. */
async function listReadable(uploads: Pick<UploadStore, 'list'>, runId: string): Promise<Upload[]> {
  try {
    return await uploads.list(runId)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return []
  }
}

/** As of the last event, without the files of hidden fields. */
function answeredFiles({ funnel, events, personal }: RunAsOf): UploadValue[] {
  // Most messages speak of none, and are spared the rest.
  if (
    !personal.some((row) => Object.keys(row.personal.form ?? {}).some((name) => acceptsUploads(funnel, name)))
  )
    return []
  const { values } = formAsOf(events, personal)
  return uploadsIn(shownFields(funnel, values), values)
}
