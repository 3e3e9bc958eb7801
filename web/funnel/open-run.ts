import type { Answers, Funnel } from '#domain/funnels/define-funnel.ts'
import { newEventId } from '#web/tracking/event-id.ts'
import { type Draft, type DraftPlaces, readDraft, writeDraft } from './draft.ts'

/**
 * Continues the run of the kept draft, or begins a new one. A draft of an older version of the funnel
 * begins a new run with its answers, because a report never mixes two step orders.
 */
export function openRun(funnel: Funnel, places: DraftPlaces, now: number): Draft {
  const kept = readDraft(funnel, places, now)
  if (kept?.funnelVersion === funnel.version) return kept
  const draft = newRun(funnel, kept?.answers ?? {}, now)
  writeDraft(funnel, draft, places)
  return draft
}

export function newRun(funnel: Funnel, answers: Answers, now: number): Draft {
  return {
    runId: newEventId(),
    secret: newSecret(),
    funnelVersion: funnel.version,
    history: [],
    answers,
    savedAt: now,
    started: false,
  }
}

/** A uuid v7 begins with its time: when the run began, ms since the epoch. */
export function runStartedAt(runId: string): number {
  return Number.parseInt(runId.replaceAll('-', '').slice(0, 12), 16)
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
