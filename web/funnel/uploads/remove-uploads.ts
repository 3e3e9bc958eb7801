import { fetchUploads, removeUpload } from './send-file.ts'

/** Takes every file of a run off the service; what cannot be reached now expires there within a day. */
export async function removeUploads(run: { runId: string; secret: string }): Promise<void> {
  for (const { id } of (await fetchUploads(run)) ?? []) removeUpload(run, id)
}
