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
  /** Names of the fields that contain files. */
  fields: readonly string[]
  /** Uploads by id, in the form that the message contains. The content of each upload is a placeholder. */
  forMessage: ReadonlyMap<string, WebhookUpload>
  /** Uploads by placeholder. Placeholders are random, so a visitor cannot enter one into a form. */
  placeholders: ReadonlyMap<string, Upload>
}

interface RunAsOf {
  runId: string
  funnel: Funnel
  /**
   * Events up to and including the one that the message reports. `personal` contains the personal values of these
   * events.
   */
  events: readonly StoredEvent[]
  personal: readonly PersonalRow[]
}

/**
 * Returns the uploads that a run's form values refer to. Omits unreadable uploads. Also omits each upload that would
 * make the total size exceed `maxOrderUploadBytes`.
 */
export async function findUploads(
  uploads: Pick<UploadStore, 'list'>,
  run: RunAsOf,
  unreadable: ReadonlySet<string>,
): Promise<FoundUploads> {
  const forMessage = new Map<string, WebhookUpload>()
  const placeholders = new Map<string, Upload>()
  const answered = answeredFiles(run)
  const referenced = new Set(answered.flatMap(({ ids }) => ids))
  let left = maxOrderUploadBytes
  for (const upload of referenced.size > 0 ? await listReadable(uploads, run.runId) : []) {
    const { id, filename, mimeType, size } = upload
    if (!referenced.has(id) || unreadable.has(id) || size > left) continue
    left -= size
    const content = randomUUID()
    forMessage.set(id, { filename, mimeType, size, content })
    placeholders.set(content, upload)
  }
  return { fields: answered.map(({ field }) => field), forMessage, placeholders }
}

/**
 * Lists the uploads of a run. Returns an empty list if the rows cannot be decrypted, because damaged rows must not
 * delay the order.
 */
async function listReadable(uploads: Pick<UploadStore, 'list'>, runId: string): Promise<Upload[]> {
  try {
    return await uploads.list(runId)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return []
  }
}

/** Returns the fields with files, and the ids of the files, as of the last event. Omits hidden fields. */
function answeredFiles({ funnel, events, personal }: RunAsOf): UploadValue[] {
  // Most runs have no files. For those runs, this check avoids computing the form values.
  if (
    !personal.some((row) => Object.keys(row.personal.form ?? {}).some((name) => acceptsUploads(funnel, name)))
  )
    return []
  const { values } = formAsOf(events, personal)
  return uploadsIn(shownFields(funnel, values), values)
}
