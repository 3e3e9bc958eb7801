import { fetchUploads, removeUpload } from './send-file.ts'

/** Removes all files of a run from the service. If a request fails, the service deletes the files within a day. */
export async function removeUploads(run: { runId: string; secret: string }): Promise<void> {
  for (const { id } of (await fetchUploads(run)) ?? []) removeUpload(run, id)
}
