import { type CopiedTable, type CopyRow, copiedTables, tableOf } from '#db/ports/copy-store.ts'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { archivedLog, verifyArchive } from '#service/archive/archived-log.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { type Span, compareReports } from './compare-reports.ts'
import { type RowTransform, type CopiedRows, copyTable, requireEmpty } from './copy-tables.ts'
import { type CopiedUploads, copyUploads } from './copy-uploads.ts'
import { createKeyTransform } from './reseal.ts'

export interface MoveSettings {
  from: Store
  to: Store
  /** Folder of the archived ranges of the log. Required only if there are such ranges. */
  archiveFolder?: string
  /** Name of the target, for error messages. */
  target: string
  keys: { from: Uint8Array; to: Uint8Array }
  now: () => number
  /** Called with a line of text after each stage. */
  onProgress: (line: string) => void
}

export interface MoveResult {
  tables: CopiedRows[]
  uploads: CopiedUploads
  /** Position up to which both stores are projected. */
  checkpoint: number
  /** Number of reports that were requested from both stores and were identical, byte for byte. */
  reports: number
}

/**
 * Copies the whole content of a store to an empty store, with the same positions and ids, and verifies the copy. No
 * other process may use either store during the copy. The target is projected exactly up to the source's checkpoint.
 * The messages about events up to that checkpoint are copied with the outbox, so no message is enqueued twice. Archived
 * events are projected from their files. Throws `StoreRefused` if the target is not empty, or if the removal of archived
 * events was interrupted.
 */
export async function moveStore(settings: MoveSettings): Promise<MoveResult> {
  const { from, to, target, keys, onProgress, archiveFolder = '' } = settings
  if ((await from.archive.ranges()).some(({ isRemoved }) => !isRemoved))
    throw new StoreRefused(
      'the archiving of the log was interrupted, and the events are in the database still: run npm run log:archive first',
    )
  await verifyArchive(from.archive, archiveFolder)
  await requireEmpty(to.copy, target)
  const transformKeys = createKeyTransform(from.vault, keys)
  const span: Span = { first: Infinity, last: -Infinity }
  const transform: RowTransform = async (table, rows) => {
    if (table === 'events') widen(span, rows)
    return transformKeys(table, rows)
  }
  const tables: CopiedRows[] = []
  for (const table of copiedTables) {
    const copied = await copyTable(table, { from: from.copy, to: to.copy, transform })
    onProgress(describeCopied(copied))
    tables.push(copied)
  }
  const uploads = await copyUploads(from, to)
  onProgress(`  uploads: ${uploads.uploads}, ${uploads.bytes} bytes, read back`)
  const checkpoint = await project(settings)
  onProgress(`  projected up to position ${checkpoint}`)
  const reports = await compareReports(from, to, span)
  onProgress(`  ${reports} reports are identical on both sides`)
  return { tables, uploads, checkpoint, reports }
}

function describeCopied({ table, rows, hash }: CopiedRows): string {
  return `  ${table}: ${rows} rows, SHA-256 ${hash.slice(0, 16)}…, read back`
}

/**
 * Projects the target up to the source's checkpoint. Enqueues no messages, because the messages about these events were
 * copied.
 */
async function project({ from, to, now, archiveFolder = '' }: MoveSettings): Promise<number> {
  await using log = archivedLog(to, archiveFolder)
  const { checkpoint: upTo } = await from.projections.live()
  for (;;) {
    const place = await to.projections.live()
    const progress = await projectNext({ ...to, log }, place, { size: 1000, upTo, now: now() })
    if (progress.kind === 'committed') continue
    if (progress.kind === 'idle' && place.checkpoint === upTo) return upTo
    throw new Error(`the projections stopped at position ${place.checkpoint} of ${upTo}`)
  }
}

function placeOf(table: CopiedTable, column: string): number {
  return Object.keys(tableOf(table).columns).indexOf(column)
}

function widen(span: Span, events: readonly CopyRow[]): void {
  const place = placeOf('events', 'at')
  for (const row of events) {
    const at = row[place] as number
    span.first = Math.min(span.first, at)
    span.last = Math.max(span.last, at)
  }
}
