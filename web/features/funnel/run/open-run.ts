import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { newEventId } from '#web/features/tracking/event-id.ts'
import { toBase64Url } from './base64-url.ts'
import { type Draft, type DraftStorage, readDraft, writeDraft } from './draft.ts'

/**
 * Continues the stored run of a funnel or starts a new one. If the stored run belongs to another funnel version, starts
 * a new run with the stored values. If the stored run continued, the reports would count it under a version with
 * different steps.
 */
export function openRun(funnel: Funnel, storage: DraftStorage, now: number): Draft {
  const kept = readDraft(funnel, storage, now)
  if (kept?.funnelVersion === funnel.version) return kept
  const draft = newRun(funnel, kept?.answers ?? {}, now)
  writeDraft(funnel, draft, storage)
  return draft
}

export function newRun(funnel: Funnel, values: FieldValues, now: number): Draft {
  return {
    runId: newEventId(),
    secret: newSecret(),
    funnelVersion: funnel.version,
    history: [],
    answers: values,
    given: {},
    linked: {},
    savedAt: now,
    started: false,
  }
}

function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}
