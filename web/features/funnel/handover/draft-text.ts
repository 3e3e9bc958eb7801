import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type Draft, readDraft, writeDraft } from '#web/features/funnel/run/draft.ts'

const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/**
 * Returns a draft as the device stores it after the tab is closed, so without the IBAN and the consents, and without its
 * hand-over.
 */
export function draftText(funnel: Funnel, draft: Draft): string {
  const { handover: _, ...kept } = draft
  let text = ''
  const lasting = { ...nothing, setItem: (_key: string, value: string) => void (text = value) }
  writeDraft(funnel, kept, { lasting, session: nothing })
  return text
}

/** Returns the draft of a text from `draftText`, or undefined if it is corrupt or older than 7 days. */
export function parseDraft(funnel: Funnel, text: string, now: number): Draft | undefined {
  return readDraft(funnel, { lasting: { ...nothing, getItem: () => text }, session: nothing }, now)
}
