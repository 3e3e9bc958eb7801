import type { Expired, Expiry } from '#db/ports/person-store.ts'
import type { ReaderPorts } from './reader-worker.ts'
import type { WalTruncation } from './truncate-wal.ts'
import type { UploadSteps } from './upload-steps.ts'
import type { Calls } from '#db/worker/protocol.ts'
import type { WriterPorts } from './writer-worker.ts'

/** Maximum number of runs per transaction: so few that a concurrent append waits only for milliseconds. */
const runsAtOnce = 10

interface Steps {
  writer: Calls<WriterPorts>
  uploads: UploadSteps
  wal: WalTruncation
}

/** Implements `PersonStore.erase`. */
export async function eraseInSteps(
  { writer, uploads, wal }: Steps,
  runs: readonly { runId: string; upTo: number }[],
): Promise<number> {
  let removed = 0
  for (let from = 0; from < runs.length; from += runsAtOnce)
    removed += await writer.people.eraseRuns(runs.slice(from, from + runsAtOnce))
  await uploads.removeMarked()
  await wal.now()
  return removed
}

/** Implements `RetentionStore.expirePersonal`. */
export async function expireInSteps(
  { writer, reader, uploads, wal }: Steps & { reader: Calls<ReaderPorts> },
  step: Expiry,
): Promise<Expired> {
  const { runs, next } = await reader.retention.findDue(step)
  const done = { expired: 0, unreadable: [] as string[], unfinished: false }
  for (let from = 0; from < runs.length; from += runsAtOnce) {
    const turn = await writer.retention.expireRuns(runs.slice(from, from + runsAtOnce), step)
    done.expired += turn.expired
    done.unreadable.push(...turn.unreadable)
    done.unfinished ||= turn.unfinished
  }
  if (done.expired > 0) {
    await uploads.removeMarked()
    wal.soon()
  }
  return { expired: done.expired, unreadable: done.unreadable, next: done.unfinished ? step.after : next }
}
