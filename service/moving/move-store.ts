import { type CopiedTable, type CopyRow, copiedTables, tableOf } from '#db/copy-store.ts'
import { deliveryQueue } from '#db/delivery-store.ts'
import { conversionQueue } from '#db/queue.ts'
import { type Store, StoreRefused } from '#db/store.ts'
import { projectNext } from '../projections/project-next.ts'
import { type Span, compareReports } from './compare-reports.ts'
import { type Change, type CopiedRows, copyTable, pagesOf, refuseFilled } from './copy-tables.ts'
import { type CopiedUploads, copyUploads } from './copy-uploads.ts'
import { changeOfKeys } from './reseal.ts'

export interface MoveSettings {
  from: Store
  to: Store
  /** Of the target, for messages. */
  target: string
  keys: { from: Uint8Array; to: Uint8Array }
  /** Leaves behind what is still to be told to an analytics service; otherwise such a source is refused. */
  withoutConversions?: boolean
  now: () => number
  tell: (line: string) => void
}

export interface Moved {
  tables: CopiedRows[]
  uploads: CopiedUploads
  /** Position up to which the target is projected, like the source. */
  checkpoint: number
  /** Reports that were asked for on both sides and were the same, byte for byte. */
  reports: number
}

/**
 * Copies everything that a store holds to an empty one, with the same positions and ids, and verifies it. Nobody may use
 * either of them meanwhile. Projections are made anew, up to where the source's are: what lies behind that still owes
 * its deliveries, and what lies before it does not owe them again. Throws `StoreRefused` when the
 * target is not empty, and when conversions wait, which only the queue of the source knows.
 */
export async function moveStore(settings: MoveSettings): Promise<Moved> {
  const { from, to, target, keys, tell } = settings
  await refuseFilled(to.copy, target)
  if (!settings.withoutConversions) await refuseWaitingConversions(from)
  const changeKeys = changeOfKeys(keys)
  const span: Span = { first: Infinity, last: -Infinity }
  const change: Change = (table, rows) => {
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
  tell(`  ${reports} reports are the same on both sides`)
  await wakeDeliveries(settings)
  return { tables, uploads, checkpoint, reports }
}

async function refuseWaitingConversions({ queue }: Store): Promise<void> {
  const waiting = (await queue.depth()).find(({ queue: name }) => name === conversionQueue)
  if (!waiting?.jobs) return
  throw new StoreRefused(
    `Conversions are still to be told to the analytics service: ${waiting.jobs}. Start the service on the source until there are none, or leave them behind with --without-conversions.`,
  )
}

function describeCopied({ table, rows, hash }: CopiedRows): string {
  return `  ${table}: ${rows} rows, SHA-256 ${hash.slice(0, 16)}…, read back`
}

/** Without an endpoint: deliveries of what was projected before were copied, or were never owed. */
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

/** Each engine has a queue of its own, and it is told of what is still owed. */
async function wakeDeliveries({ to }: MoveSettings): Promise<void> {
  const [runId, state, dueAt] = ['run_id', 'state', 'next_attempt_at'].map((name) =>
    placeOf('deliveries', name),
  ) as [number, number, number]
  for await (const page of pagesOf(to.copy, 'deliveries' satisfies CopiedTable)) {
    const jobs = page
      .filter((row) => row[state] === 'pending')
      .map((row) => ({ queue: deliveryQueue, key: row[runId] as string, runAt: row[dueAt] as number }))
    await to.queue.put(jobs)
  }
}
