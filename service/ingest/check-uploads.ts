import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { type UploadValue, uploadsIn } from '#domain/forms/fields-by-kind.ts'
import { invalidFile, missingFile } from '#domain/forms/rules/files.ts'
import { maxOrderUploadBytes, tooLargeTogether } from '#domain/uploads/upload-types.ts'
import type { AcceptedEvent, CheckedEvent, EventIssue } from './check-event.ts'

type Uploads = Pick<UploadStore, 'list' | 'keep'>

/** Returns whether an event is an order with files, whose uploads must be checked. */
export function ordersFiles(checked: CheckedEvent): boolean {
  return (
    checked.ok &&
    checked.event.type === 'complete' &&
    uploadsIn(fieldsOf(checked.funnel), checked.answers).length > 0
  )
}

/**
 * Rejects orders with files that are not uploads of the same run and field, or that are too large in total. Marks the
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
  const known = new Map((await uploads.list(event.runId)).map((upload) => [upload.id, upload]))
  const issues = issuesOf(files, known)
  if (issues.length === 0) {
    if (
      await uploads.keep(
        files.flatMap(({ ids }) => ids),
        now,
      )
    )
      return order
    // An upload expired between `list` and `keep`.
    issues.push(...files.map(({ field }) => issue(field, missingFile)))
  }
  return { ok: false, issues, type: event.type, funnel: funnel.type, event }
}

function issuesOf(files: readonly UploadValue[], known: ReadonlyMap<string, Upload>): EventIssue[] {
  const issues: EventIssue[] = []
  let bytes = 0
  for (const { field, ids } of files) {
    const own = ids.map((id) => known.get(id)).filter((upload) => upload?.field === field)
    if (new Set(own).size < ids.length) issues.push(issue(field, faultOf(ids, known)))
    for (const upload of own) bytes += upload!.size
    if (bytes <= maxOrderUploadBytes) continue
    issues.push(issue(field, tooLargeTogether))
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
