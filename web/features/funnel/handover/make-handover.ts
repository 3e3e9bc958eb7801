import { continuePath } from '#domain/handovers/handover.ts'
import type { HandoverSource } from '#web/features/funnel/run/handover-source.ts'
import { draftText } from './draft-text.ts'
import { putHandover } from './handover-requests.ts'
import { seal } from './sealed-draft.ts'

/**
 * Hands the draft over, for a photo of `field` if given, and returns the link for the other device. Returns undefined if
 * that failed. The key is in the fragment of the link, so the service never receives it.
 */
export async function makeHandover(
  { funnel, store, runTracker }: HandoverSource,
  field?: string,
): Promise<string | undefined> {
  store.flush()
  const draft = store.draft()
  // For a photo, the phone needs the run but none of the values.
  const given = field ? { ...draft, answers: {}, linked: {}, history: [] } : draft
  try {
    // The service accepts a hand-over only of a run whose `start` event it has received.
    await runTracker.flush()
    const content = { funnel: funnel.type, draft: draftText(funnel, given), ...(field && { field }) }
    const { sealed, key } = await seal(content)
    const made = await putHandover(draft, sealed)
    if (!made) return undefined
    store.keep({ handover: { ...(field && { field }) } })
    return `${location.origin}${continuePath}#${made.id}.${key}`
  } catch (error) {
    console.warn('The draft could not be handed over:', error)
    return undefined
  }
}
