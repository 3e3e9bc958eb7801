import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { type UploadValue, uploadsIn } from '#domain/forms/fields-by-kind.ts'
import { invalidFile, missingFile } from '#domain/forms/rules/files.ts'
import { refusedTogether } from '#domain/uploads/proof-rules.ts'
import { countPages } from '#service/documents/proofs/stored-pages.ts'
import type { AcceptedEvent, CheckedEvent, EventIssue } from './check-event.ts'

type Uploads = Pick<UploadStore, 'list' | 'keep' | 'read'>

/** Returns whether an event is an order with files, whose uploads must be checked. */
export function ordersFiles(checked: CheckedEvent): boolean {
  return (
    checked.ok &&
    checked.event.type === 'complete' &&
    uploadsIn(fieldsOf(checked.funnel), checked.answers).length > 0
  )
}

/**
 * Rejects orders with files that are not uploads of the same run and field, or that are too large or have too many
 * pages in total. Marks the
 * uploads of the remaining orders as kept. Must be called before the orders are appended, because an upload could
 * otherwise expire just before its order is stored. If the append fails and the visitor does not return, the uploads
 * expire like those of unfinished runs.
 */
export async function checkUploads(
  uploads: Uploads,
  checked: readonly CheckedEvent[],
  now: number,
): Promise<CheckedEvent[]> {
  return Promise.all(
    checked.map((one) => (one.ok && ordersFiles(one) ? checkOrder(uploads, one, now) : Promise.resolve(one))),
  )
}

async function checkOrder(uploads: Uploads, order: AcceptedEvent, now: number): Promise<CheckedEvent> {
  const { event, funnel, answers } = order
  const files = uploadsIn(fieldsOf(funnel), answers)
  const issues = await keepUploads(uploads, event.runId, files, now)
  if (issues.length === 0) return order
  return { ok: false, issues, type: event.type, funnel: funnel.type, event }
}

/**
 * Marks the uploads of an order as kept. Returns the issues of those that are not uploads of this run and field, or are
 * too large or have too many pages in total; then none is marked.
 */
export async function keepUploads(
  uploads: Uploads,
  runId: string,
  files: readonly UploadValue[],
  now: number,
): Promise<EventIssue[]> {
  const known = new Map((await uploads.list(runId)).map((upload) => [upload.id, upload]))
  const issues = issuesOf(files, known, await pagesByUpload(uploads, files))
  if (issues.length > 0) return issues
  const ids = files.flatMap((file) => file.ids)
  if (await uploads.keep(ids, now)) return []
  // An upload expired between `list` and `keep`.
  return files.map(({ field }) => issue(field, missingFile))
}

/** Returns the number of pages of each upload, by id. Leaves out uploads whose pages are not known. */
async function pagesByUpload(
  uploads: Pick<Uploads, 'read'>,
  files: readonly UploadValue[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const id of files.flatMap(({ ids }) => ids)) {
    const pages = await countPages(uploads, id)
    if (pages !== undefined) counts.set(id, pages)
  }
  return counts
}

function issuesOf(
  files: readonly UploadValue[],
  known: ReadonlyMap<string, Upload>,
  pages: ReadonlyMap<string, number>,
): EventIssue[] {
  const issues: EventIssue[] = []
  const proofs: { size: number; pages: number }[] = []
  for (const { field, ids } of files) {
    const own = ids.map((id) => known.get(id)).filter((upload) => upload?.field === field)
    if (new Set(own).size < ids.length) issues.push(issue(field, faultOf(ids, known)))
    proofs.push(...own.map((upload) => ({ size: upload!.size, pages: pages.get(upload!.id) ?? 0 })))
    const refused = refusedTogether(proofs)
    if (refused === undefined) continue
    issues.push(issue(field, refused))
    break
  }
  return issues
}

/**
 * Returns the message for a faulty file field. A missing upload gets a separate message, because it may have expired.
 * All other faults are impossible for visitors who use the page.
 */
function faultOf(ids: readonly string[], known: ReadonlyMap<string, Upload>): string {
  return ids.some((id) => !known.has(id)) ? missingFile : invalidFile
}

function issue(field: string, message: string): EventIssue {
  return { path: `form.${field}`, code: 'files', message }
}
