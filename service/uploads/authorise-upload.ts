import { validate } from 'uuid'
import { acceptsUploads } from '#domain/forms/fields-by-kind.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { Store } from '#db/ports/store.ts'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { ownRun } from './own-run.ts'
import { malformed, noFilesField, unknownUpload } from './problems.ts'
import type { UploadTarget } from './receive-upload.ts'

export interface UploadRequest {
  runId: string | undefined
  field: string | undefined
  secret: string | undefined
}

/**
 * Returns the run and the field to which a caller with the run's secret may upload. Uses only the query and the headers
 * of the request, never its body. Without a secret, reads nothing from the store. Throws a `Problem` (400, 404, 422).
 */
export async function authoriseUpload(
  log: Pick<Store['log'], 'firstStart' | 'find'>,
  { runId, field, secret }: UploadRequest,
): Promise<UploadTarget> {
  if (runId === undefined || field === undefined)
    throw malformed('The query must contain runId and field: /api/uploads?runId=…&field=…')
  if (!secret) throw unknownUpload()
  const { funnel, ...start } = await ownRun(log, runId, secret)
  const declared = funnelByType(funnel)
  if (!declared || !acceptsUploads(declared, field)) throw noFilesField(field)
  return { runId: start.runId, field, funnel }
}

/** The run of an order that is being amended, for a caller who has unlocked the order on its status page. */
export interface AmendedRun {
  runId: string
  funnel: string
  /** Ids of the uploads that belong to the order. */
  ordered: readonly string[]
}

/** Returns the run and the field to which the customer may upload. Throws a `Problem` (400, 404, 422). */
export function amendedTarget(
  amended: AmendedRun,
  { runId, field }: Pick<UploadRequest, 'runId' | 'field'>,
): UploadTarget {
  if (runId === undefined || field === undefined)
    throw malformed('The query must contain runId and field: /api/uploads?runId=…&field=…')
  if (runId.toLowerCase() !== amended.runId) throw unknownUpload()
  const declared = funnelByType(amended.funnel)
  if (!declared || !acceptsUploads(declared, field)) throw noFilesField(field)
  return { runId: amended.runId, field, funnel: amended.funnel }
}

/** Returns an upload of the order that is being amended. Throws a `Problem` (404) if there is none with this id. */
export async function amendedUpload(
  uploads: Pick<UploadStore, 'find'>,
  amended: AmendedRun,
  id: string,
): Promise<Upload> {
  const upload = validate(id) ? await uploads.find(id.toLowerCase()) : undefined
  if (upload?.runId !== amended.runId) throw unknownUpload()
  return upload
}
