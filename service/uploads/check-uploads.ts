import type { Upload, UploadStore } from '#db/upload-store.ts'
import { type Answers, type Funnel, fieldsOf } from '#domain/funnels/define-funnel.ts'
import { invalidFile } from '#domain/rules/files.ts'
import { maxOrderUploadBytes, tooLargeTogether } from '#domain/uploads.ts'
import type { AcceptedEvent, EventIssue, RejectedEvent } from '#service/ingest/check-event.ts'

type CheckedEvent = AcceptedEvent | RejectedEvent
type Uploads = Pick<UploadStore, 'list' | 'keep'>

/** Whether an event is an order with files, whose uploads are still to be looked for. */
export function ordersFiles(checked: CheckedEvent): boolean {
  return (
    checked.ok && checked.event.type === 'complete' && filesIn(checked.funnel, checked.answers).length > 0
  )
}

/**
 * Refuses the orders whose files are not uploads of their run and field, or too large together; the uploads of the
 * others are kept from now on. Before the append, for an order must never point to a file that was just expiring: should
 * the append fail and the visitor not come back, they stay as long as the other personal data of the run.
 */
export async function checkUploads(
  uploads: Uploads,
  checked: readonly CheckedEvent[],
): Promise<CheckedEvent[]> {
  return Promise.all(
    checked.map((one) => (one.ok && ordersFiles(one) ? checkOrder(uploads, one) : Promise.resolve(one))),
  )
}

async function checkOrder(uploads: Uploads, order: AcceptedEvent): Promise<CheckedEvent> {
  const { event, funnel, answers } = order
  const files = filesIn(funnel, answers)
  const known = new Map((await uploads.list(event.runId)).map((upload) => [upload.id, upload]))
  const issues = issuesOf(files, known)
  if (issues.length === 0) {
    if (await uploads.keep(files.flatMap(({ ids }) => ids))) return order
    // One of them went between the two looks.
    issues.push(...files.map(({ field }) => issue(field, invalidFile)))
  }
  return { ok: false, issues, type: event.type, funnel: funnel.type, event }
}

interface FieldFiles {
  field: string
  ids: readonly string[]
}

function filesIn(funnel: Funnel, answers: Answers): FieldFiles[] {
  return fieldsOf(funnel).flatMap(({ kind, name }) => {
    const ids = kind === 'files' ? answers[name] : undefined
    return Array.isArray(ids) && ids.length > 0 ? [{ field: name, ids }] : []
  })
}

function issuesOf(files: readonly FieldFiles[], known: ReadonlyMap<string, Upload>): EventIssue[] {
  const issues: EventIssue[] = []
  let bytes = 0
  for (const { field, ids } of files) {
    const own = ids.map((id) => known.get(id)).filter((upload) => upload?.field === field)
    if (new Set(own).size < ids.length) issues.push(issue(field, invalidFile))
    for (const upload of own) bytes += upload!.size
    if (bytes <= maxOrderUploadBytes) continue
    issues.push(issue(field, tooLargeTogether))
    break
  }
  return issues
}

function issue(field: string, message: string): EventIssue {
  return { path: `form.${field}`, code: 'files', message }
}
