import { type CopiedTable, type CopyRow, copiedTables, tableOf } from '#db/ports/copy-store.ts'
import type { Store } from '#db/ports/store.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { type Span, compareReports } from './compare-reports.ts'
import { type Change, type CopiedRows, copyTable, refuseFilled } from './copy-tables.ts'
import { type CopiedUploads, copyUploads } from './copy-uploads.ts'
import { changeOfKeys } from './reseal.ts'

export interface MoveSettings {
  from: Store
  to: Store
  /** Name of the target, for messages. */
  target: string
  keys: { from: Uint8Array; to: Uint8Array }
  now: () => number
  tell: (line: string) => void
}

export interface Moved {
  tables: CopiedRows[]
  uploads: CopiedUploads
  /** Position up to which the target is projected, like the source. */
  checkpoint: number
  /** Number of reports that were requested from both stores and were identical, byte for byte. */
  reports: number
}

/**
 * Copies everything that a store holds to an empty one, with the same positions and ids, and verifies it. No process may
 * use either of them meanwhile. Projections are rebuilt up to the source's checkpoint, so that each message is enqueued
 * once. Throws `StoreRefused` when the target is not empty.
 */
export async function moveStore(settings: MoveSettings): Promise<Moved> {
  const { from, to, target, keys, tell } = settings
  await refuseFilled(to.copy, target)
  const changeKeys = changeOfKeys(from.vault, keys)
  const span: Span = { first: Infinity, last: -Infinity }
  const change: Change = async (table, rows) => {
    if (table === 'events') widen(span, rows)
    return changeKeys(table, rows)
  }
  const tables: CopiedRows[] = []
  for (const table of copiedTables) {
    const copied = await copyTable(table, { from: from.copy, to: to.copy, change })
    tell(describeCopied(copied))
    tables.push(copied)
  }
  const uploads = await copyUploads(from, to)
  tell(`  uploads: ${uploads.uploads}, ${uploads.bytes} bytes, read back`)
  const checkpoint = await project(settings)
  tell(`  projected up to position ${checkpoint}`)
  const reports = await compareReports(from, to, span)
  tell(`  ${reports} reports are identical on both sides`)
  return { tables, uploads, checkpoint, reports }
}

function describeCopied({ table, rows, hash }: CopiedRows): string {
  return `  ${table}: ${rows} rows, SHA-256 ${hash.slice(0, 16)}…, read back`
}

/** Without destinations: the messages about what was projected before were copied. */
async function project({ from, to, now }: MoveSettings): Promise<number> {
  const { checkpoint: upTo } = await from.projections.live()
  for (;;) {
    const place = await to.projections.live()
    const progress = await projectNext(to, place, { size: 1000, upTo, now: now() })
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
