import { weekMs } from '#domain/time/durations.ts'
import { readForm } from '#domain/forms/read-form.ts'
import type { FieldValue, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'

/** Order that completed a run. */
export interface PlacedOrder {
  id: string
  number: string
  checkoutUrl: string
}

/** Part of a stored run that can be read without the definition of its funnel. */
export interface StoredRun {
  runId: string
  /** 32 random bytes in base64url, which authorize requests for this run. */
  secret: string
  funnelVersion: number
  /** Time of the last save in ms since the epoch; in a new run, the time of its creation. */
  savedAt: number
  /** Whether the `start` event of the run has been tracked. */
  started: boolean
  order?: PlacedOrder
}

/** Run of a funnel, stored on the device so that the visitor can continue it after a reload or later. */
export interface Draft extends StoredRun {
  /** Numbers of the last ten opened steps, newest last. */
  history: readonly number[]
  /** Entered values by field name. Stored drafts use this key, so it must not be renamed. */
  answers: FieldValues
}

/** Storages for drafts. `lasting` keeps its content when the tab is closed, `session` does not. */
export interface DraftStorage {
  lasting: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const maxHistory = 10

export function draftKey(funnelType: string): string {
  return `form-${funnelType}`
}

/** Splits the values into those stored on the device and those stored only until the tab is closed. */
function splitByLifetime(funnel: Funnel, values: FieldValues) {
  const brief = new Set(
    fieldsOf(funnel).flatMap((field) => (kindOf(field).draft === 'tab' ? [field.name] : [])),
  )
  const entries = Object.entries(values)
  return {
    lasting: Object.fromEntries(entries.filter(([name]) => !brief.has(name))),
    session: Object.fromEntries(entries.filter(([name]) => brief.has(name))),
  }
}

/**
 * Writes a draft. Returns false instead of throwing if storage is blocked or full, so that the visitor can continue.
 */
export function writeDraft(funnel: Funnel, draft: Draft, storage: DraftStorage): boolean {
  const { lasting, session } = splitByLifetime(funnel, draft.answers)
  const key = draftKey(funnel.type)
  try {
    storage.lasting.setItem(key, JSON.stringify({ ...draft, answers: lasting }))
    storage.session.setItem(key, JSON.stringify({ runId: draft.runId, answers: session }))
    return true
  } catch {
    return false
  }
}

export function deleteDraft(funnelType: string, storage: DraftStorage): void {
  try {
    storage.lasting.removeItem(draftKey(funnelType))
    storage.session.removeItem(draftKey(funnelType))
  } catch {
    // If removing is blocked, writing was blocked too, so there is nothing to remove.
  }
}

/** Returns the draft of a funnel, or undefined if it is absent, corrupt or older than 7 days. */
export function readDraft(funnel: Funnel, storage: DraftStorage, now: number): Draft | undefined {
  const stored = readObject(storage.lasting, draftKey(funnel.type))
  const run = stored && usableRun(stored, now)
  if (!run) return undefined
  const brief = readObject(storage.session, draftKey(funnel.type))
  const ofTab = brief?.['runId'] === run.runId ? readValues(funnel, brief['answers']) : {}
  return {
    ...run,
    history: readHistory(funnel, stored['history']),
    answers: { ...readValues(funnel, stored['answers']), ...ofTab },
  }
}

/** Returns the part of the draft that can be read without the definition of the funnel. */
export function readRun(funnelType: string, storage: DraftStorage, now: number): StoredRun | undefined {
  const stored = readObject(storage.lasting, draftKey(funnelType))
  return stored && usableRun(stored, now)
}

/** Removes unusable drafts, in particular those older than 7 days. */
export function deleteOldDrafts(funnelTypes: readonly string[], storage: DraftStorage, now: number): void {
  for (const type of funnelTypes) if (!readRun(type, storage, now)) deleteDraft(type, storage)
}

function readObject(area: DraftStorage['lasting'], key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(area.getItem(key) ?? 'null')
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function usableRun(stored: Record<string, unknown>, now: number): StoredRun | undefined {
  const { runId, secret, funnelVersion, savedAt, started, order } = stored
  if (typeof runId !== 'string' || !/^[0-9a-f-]{36}$/.test(runId)) return undefined
  if (typeof secret !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(secret)) return undefined
  if (typeof funnelVersion !== 'number' || typeof savedAt !== 'number') return undefined
  if (now - savedAt > weekMs) return undefined
  const run = { runId, secret, funnelVersion, savedAt, started: started === true }
  return isPlacedOrder(order) ? { ...run, order } : run
}

/**
 * Returns the stored values that belong to a field of the current funnel version and have the correct type. Drops all
 * other values.
 */
function readValues(funnel: Funnel, stored: unknown): Record<string, FieldValue> {
  return isObject(stored) ? { ...readForm(funnel, stored).values } : {}
}

function readHistory(funnel: Funnel, history: unknown): number[] {
  const steps: unknown[] = Array.isArray(history) ? history : []
  return steps
    .filter((step) => typeof step === 'number' && funnel.steps[step - 1] !== undefined)
    .slice(-maxHistory) as number[]
}

/** Returns the history with the opened step appended, unless it is already the last one. */
export function afterStep(history: readonly number[], step: number): readonly number[] {
  return history.at(-1) === step ? history : [...history, step].slice(-maxHistory)
}

function isPlacedOrder(value: unknown): value is PlacedOrder {
  return isObject(value) && ['id', 'number', 'checkoutUrl'].every((name) => typeof value[name] === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
