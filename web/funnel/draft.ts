import { readForm } from '#domain/read-form.ts'
import { type Answer, type Answers, type Funnel, fieldsOf } from '#domain/funnels/define-funnel.ts'

/** The order that a run ended in. */
export interface PlacedOrder {
  id: string
  number: string
  checkoutUrl: string
}

/** What can be known of a kept run without its funnel. */
export interface KeptRun {
  runId: string
  /** 32 random bytes, base64url: shows that a request about this run comes from its visitor. */
  secret: string
  funnelVersion: number
  /** ms since the epoch; 0 while nothing was saved by the visitor's doing. */
  savedAt: number
  /** Whether `start` was handed to the tracker. */
  started: boolean
  order?: PlacedOrder
}

/** One passage through a funnel, kept on the device so that a reload or a return continues it (DESIGN 4). */
export interface Draft extends KeptRun {
  /** The last ten steps that were open, newest last (specification part 1, 4). */
  history: readonly number[]
  answers: Answers
}

/** The two places of a browser: what outlives the tab, and what must not. */
export interface DraftPlaces {
  lasting: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const week = 7 * 24 * 3600 * 1000
const mostSteps = 10

export function draftKey(funnelType: string): string {
  return `form-${funnelType}`
}

/** Bank details leave the device with the tab (DESIGN 10.11), and a consent is given anew on every visit. */
function splitByPlace(funnel: Funnel, answers: Answers) {
  const brief = new Set(
    fieldsOf(funnel).flatMap(({ kind, name }) => (kind === 'iban' || kind === 'consent' ? [name] : [])),
  )
  const entries = Object.entries(answers)
  return {
    lasting: Object.fromEntries(entries.filter(([name]) => !brief.has(name))),
    session: Object.fromEntries(entries.filter(([name]) => brief.has(name))),
  }
}

/** Writes a draft; false when the browser refuses (private mode, storage full), which must not stop the visitor. */
export function writeDraft(funnel: Funnel, draft: Draft, places: DraftPlaces): boolean {
  const { lasting, session } = splitByPlace(funnel, draft.answers)
  const key = draftKey(funnel.type)
  try {
    places.lasting.setItem(key, JSON.stringify({ ...draft, answers: lasting }))
    places.session.setItem(key, JSON.stringify({ runId: draft.runId, answers: session }))
    return true
  } catch {
    return false
  }
}

export function deleteDraft(funnelType: string, places: DraftPlaces): void {
  try {
    places.lasting.removeItem(draftKey(funnelType))
    places.session.removeItem(draftKey(funnelType))
  } catch {
    // A browser that refuses to remove has refused to write as well.
  }
}

/** The draft of a funnel, or undefined when there is none that can be used: absent, corrupt, or older than 7 days. */
export function readDraft(funnel: Funnel, places: DraftPlaces, now: number): Draft | undefined {
  const stored = readObject(places.lasting, draftKey(funnel.type))
  const run = stored && usableRun(stored, now)
  if (!run) return undefined
  const brief = readObject(places.session, draftKey(funnel.type))
  const ofTab = brief?.['runId'] === run.runId ? readAnswers(funnel, brief['answers']) : {}
  return {
    ...run,
    history: readHistory(funnel, stored['history']),
    answers: { ...readAnswers(funnel, stored['answers']), ...ofTab },
  }
}

/** The same without what only the funnel can read. */
export function readRun(funnelType: string, places: DraftPlaces, now: number): KeptRun | undefined {
  const stored = readObject(places.lasting, draftKey(funnelType))
  return stored && usableRun(stored, now)
}

/** Removes drafts that nobody can continue any more, above all those older than 7 days. */
export function forgetOldDrafts(funnelTypes: readonly string[], places: DraftPlaces, now: number): void {
  for (const type of funnelTypes) if (!readRun(type, places, now)) deleteDraft(type, places)
}

function readObject(place: DraftPlaces['lasting'], key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(place.getItem(key) ?? 'null')
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function usableRun(stored: Record<string, unknown>, now: number): KeptRun | undefined {
  const { runId, secret, funnelVersion, savedAt, started, order } = stored
  if (typeof runId !== 'string' || !/^[0-9a-f-]{36}$/.test(runId)) return undefined
  if (typeof secret !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(secret)) return undefined
  if (typeof funnelVersion !== 'number' || typeof savedAt !== 'number') return undefined
  if (now - savedAt > week) return undefined
  const run = { runId, secret, funnelVersion, savedAt, started: started === true }
  return isPlacedOrder(order) ? { ...run, order } : run
}

/** Known fields of the right type; the rest is left behind, for example what an older version asked. */
function readAnswers(funnel: Funnel, answers: unknown): Record<string, Answer> {
  return isObject(answers) ? { ...readForm(funnel, answers).answers } : {}
}

function readHistory(funnel: Funnel, history: unknown): number[] {
  const steps: unknown[] = Array.isArray(history) ? history : []
  return steps
    .filter((step) => typeof step === 'number' && funnel.steps[step - 1] !== undefined)
    .slice(-mostSteps) as number[]
}

/** Notes that a step was opened; a step that is open already is not opened again. */
export function afterStep(history: readonly number[], step: number): readonly number[] {
  return history.at(-1) === step ? history : [...history, step].slice(-mostSteps)
}

function isPlacedOrder(value: unknown): value is PlacedOrder {
  return isObject(value) && ['id', 'number', 'checkoutUrl'].every((name) => typeof value[name] === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
