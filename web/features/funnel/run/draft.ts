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

/** Hand-over of a run to another device, as the first device knows it. */
export interface Handover {
  /** File field for which the other device uploads a file. If absent, the visitor continues there. */
  field?: string
  /** Whether the visitor continues on the other device, so that this device shows and saves nothing. */
  isTaken?: boolean
}

/** Part of a stored run that can be read without the definition of its funnel. */
export interface StoredRun {
  runId: string
  /** Secret that authorizes requests for this run: 32 random bytes in base64url. */
  secret: string
  funnelVersion: number
  /** Time of the last save in ms since the epoch. Until the first save, the creation time of the run. */
  savedAt: number
  /** Whether the `start` event of the run has been tracked. */
  started: boolean
  order?: PlacedOrder
  handover?: Handover | undefined
}

/** Stored run with its values, so that the visitor can continue it after a reload or on another day. */
export interface Draft extends StoredRun {
  /** Numbers of the last ten opened steps, newest last. */
  history: readonly number[]
  /** Entered values by field name. Do not rename this property: drafts on visitors' devices contain its name. */
  answers: FieldValues
  /** What each consent was given for, see `GivenConsents`. Kept only until the tab is closed, like the consents. */
  given: Readonly<Record<string, string>>
  /** Values that a link has preselected and the visitor has neither changed nor confirmed, by field name. */
  linked: Readonly<Record<string, string>>
}

/** Storages for drafts. The content of `session` is lost when the tab is closed, that of `lasting` is not. */
export interface DraftStorage {
  lasting: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const maxHistory = 10

export function draftKey(funnelType: string): string {
  return `form-${funnelType}`
}

/** Splits the values: those in `lasting` are kept after the tab is closed, those in `session` are not. */
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
 * Writes a draft. Returns false if storage is blocked or full. Does not throw, so that the visitor can continue.
 */
export function writeDraft(funnel: Funnel, draft: Draft, storage: DraftStorage): boolean {
  const { given, answers, ...rest } = draft
  const { lasting, session } = splitByLifetime(funnel, answers)
  const key = draftKey(funnel.type)
  try {
    storage.lasting.setItem(key, JSON.stringify({ ...rest, answers: lasting }))
    storage.session.setItem(key, JSON.stringify({ runId: draft.runId, answers: session, given }))
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
    // Storage is blocked. No draft could be written, so there is nothing to remove.
  }
}

/** Returns the draft of a funnel, or undefined if it is absent, corrupt or older than 7 days. */
export function readDraft(funnel: Funnel, storage: DraftStorage, now: number): Draft | undefined {
  const stored = readObject(storage.lasting, draftKey(funnel.type))
  const run = stored && usableRun(stored, now)
  if (!run) return undefined
  const brief = readObject(storage.session, draftKey(funnel.type))
  const ofTab = brief?.['runId'] === run.runId ? brief : {}
  return {
    ...run,
    history: readHistory(funnel, stored['history']),
    answers: { ...readValues(funnel, stored['answers']), ...readValues(funnel, ofTab['answers']) },
    given: readTexts(ofTab['given']),
    linked: readTexts(stored['linked']),
  }
}

/** Returns the values of a draft that all tabs share, in a form that can be compared. */
export function sharedValues(funnel: Funnel, { answers }: Pick<Draft, 'answers'>): string {
  return JSON.stringify(Object.entries(splitByLifetime(funnel, answers).lasting).toSorted(byName))
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

/** Returns the run of a funnel's draft, or undefined if the draft is absent, corrupt or older than 7 days. */
export function readRun(funnelType: string, storage: DraftStorage, now: number): StoredRun | undefined {
  const stored = readObject(storage.lasting, draftKey(funnelType))
  return stored && usableRun(stored, now)
}

/** Removes the drafts of these funnels that are corrupt or older than 7 days. */
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
  const { runId, secret, funnelVersion, savedAt, started, order, handover } = stored
  if (typeof runId !== 'string' || !/^[0-9a-f-]{36}$/.test(runId)) return undefined
  if (typeof secret !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(secret)) return undefined
  if (typeof funnelVersion !== 'number' || typeof savedAt !== 'number') return undefined
  if (now - savedAt > weekMs) return undefined
  const run = { runId, secret, funnelVersion, savedAt, started: started === true }
  return {
    ...run,
    ...(isPlacedOrder(order) && { order }),
    ...(isObject(handover) && { handover: readHandover(handover) }),
  }
}

function readHandover({ field, isTaken }: Record<string, unknown>): Handover {
  return { ...(typeof field === 'string' && { field }), ...(isTaken === true && { isTaken }) }
}

/** Returns the stored values whose fields exist in the current funnel version and whose types are correct. */
function readValues(funnel: Funnel, stored: unknown): Record<string, FieldValue> {
  return isObject(stored) ? { ...readForm(funnel, stored).values } : {}
}

function readTexts(stored: unknown): Record<string, string> {
  const entries = isObject(stored) ? Object.entries(stored) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function readHistory(funnel: Funnel, history: unknown): number[] {
  const steps: unknown[] = Array.isArray(history) ? history : []
  return steps
    .filter((step) => typeof step === 'number' && funnel.steps[step - 1] !== undefined)
    .slice(-maxHistory) as number[]
}

/** Returns the history with `step` appended, unless `step` is already its last entry. */
export function afterStep(history: readonly number[], step: number): readonly number[] {
  return history.at(-1) === step ? history : [...history, step].slice(-maxHistory)
}

function isPlacedOrder(value: unknown): value is PlacedOrder {
  return isObject(value) && ['id', 'number', 'checkoutUrl'].every((name) => typeof value[name] === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
