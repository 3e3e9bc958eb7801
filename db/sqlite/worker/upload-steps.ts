import type { KeptStep, NewUpload, UploadRoom } from '#db/ports/upload-store.ts'
import type { Calls } from '#db/worker/protocol.ts'
import type { WriterPorts } from './writer-worker.ts'

export type UploadSteps = ReturnType<typeof createUploadSteps>

/**
 * Creates the methods of `UploadStore` that remove uploads. The first transaction marks the uploads as removed. The
 * next ones delete their parts.
 */
export function createUploadSteps(writer: Calls<WriterPorts>) {
  /** Deletes all uploads that are marked as removed, including those that were left when the service crashed. */
  async function removeMarked(): Promise<void> {
    while (await writer.uploads.removeMarked());
  }
  return {
    removeMarked,
    async remove(ids: readonly string[]): Promise<void> {
      await writer.uploads.mark(ids)
      await removeMarked()
    },
    async expire(until: number, limit: number): Promise<number> {
      const expired = await writer.uploads.markExpired(until, limit)
      await removeMarked()
      return expired
    },
    async begin(upload: NewUpload, room: UploadRoom | undefined): Promise<'begun' | 'no-room'> {
      const { outcome, removed } = await writer.uploads.begin(upload, room)
      if (removed > 0) await removeMarked()
      return outcome
    },
    async settleKept(step: KeptStep): Promise<{ removed: number; checked: number }> {
      const settled = await writer.uploads.settleKept(step)
      if (settled.removed > 0) await removeMarked()
      return settled
    },
  }
}
