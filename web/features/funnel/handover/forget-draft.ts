import type { Draft } from '#web/features/funnel/run/draft.ts'
import { removeUploads } from '#web/features/funnel/uploads/remove-uploads.ts'
import { removeHandover } from './handover-requests.ts'

/** Removes what the service stores of a draft that is not in events: its files and its hand-over. */
export async function forgetDraft(draft: Draft): Promise<void> {
  if (draft.handover) removeHandover(draft)
  await removeUploads(draft)
}
