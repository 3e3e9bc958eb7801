import type { Expiry } from '../person-store.ts'
import { StoreUnavailable } from '../store.ts'
import type { Traces } from './find-traces.ts'
import type { Calls } from './worker-calls.ts'
import type { WriterOperations } from './writer-worker.ts'

/** Each try waits for the busy timeout by itself. */
const tries = 12

/** `PersonStore.erase`: removes the rows, then sees to it that neither the log of changes nor the file holds their bytes. */
export async function eraseWithoutTrace(
  writer: Calls<WriterOperations>,
  runs: { runId: string; upTo: number }[],
): Promise<number> {
  const { removed, traces } = await writer.eraseRuns(runs)
  const ofUploads = await removeMarkedUploads(writer)
  await emptyWal(writer)
  if (await writer.hasTraces([...traces, ...ofUploads])) {
    await writer.rewriteFile()
    await emptyWal(writer)
  }
  return removed
}

/** `UploadStore.remove`. The bytes become zeros like those of expired values; only an erasure looks for copies of them. */
export async function removeUploads(writer: Calls<WriterOperations>, ids: readonly string[]): Promise<void> {
  await writer.markUploads(ids)
  await removeMarkedUploads(writer)
}

/** `UploadStore.expire`. */
export async function expireUploads(
  writer: Calls<WriterOperations>,
  until: number,
  limit: number,
): Promise<number> {
  const expired = await writer.markExpiredUploads(until, limit)
  await removeMarkedUploads(writer)
  return expired
}

/** Also what a crash has left marked. */
async function removeMarkedUploads(writer: Calls<WriterOperations>): Promise<Traces> {
  const traces: Traces = []
  for (;;) {
    const step = await writer.removeMarkedUploads()
    traces.push(...step.traces)
    if (!step.more) return traces
  }
}

async function emptyWal(writer: Calls<WriterOperations>): Promise<void> {
  for (let tried = 0; tried < tries; tried++) if (await writer.emptyWal()) return
  throw new StoreUnavailable(
    'the personal data is removed, but its bytes are still in the log of changes (-wal): ' +
      'another process, a backup for example, has been reading for too long. Repeat it when that has ended',
  )
}

/** So few that an append that comes in between waits for milliseconds. */
const runsAtOnce = 10

export async function expireInTurns(
  writer: Calls<WriterOperations>,
  runIds: readonly string[],
  step: Omit<Expiry, 'after' | 'limit'>,
): Promise<number> {
  let removed = 0
  for (let from = 0; from < runIds.length; from += runsAtOnce)
    removed += await writer.expireRuns(runIds.slice(from, from + runsAtOnce), step)
  if (removed > 0) await removeMarkedUploads(writer)
  return removed
}
