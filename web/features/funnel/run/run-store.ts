import type { Funnel } from '#domain/forms/define-funnel.ts'
import { readForm } from '#domain/forms/read-form.ts'
import { type Draft, type DraftStorage, type PlacedOrder, afterStep } from './draft.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type PageHashes, keepConsents } from './given-consents.ts'
import { newRun } from './open-run.ts'
import { type OtherTabsChange, SharedDraft } from './shared-draft.ts'

const saveDelayMs = 300

/**
 * What another tab has done with the run. `changed` and `ended` wait for a decision of the visitor. Each time the visitor
 * must be asked, a new object is created.
 */
export type Conflict = Pick<OtherTabsChange, 'kind'>

interface RunStoreOptions {
  storage: DraftStorage
  now: () => number
  /** Hashes of the legal pages. A tick that was given for other versions is dropped. */
  pages: PageHashes
  /** Run to start with instead of the stored one. */
  first?: Draft
}

/** Open run of a funnel. Entered values are written to the device as soon as they have not changed for 300 ms. */
export class RunStore {
  readonly #funnel: Funnel
  readonly #shared: SharedDraft
  readonly #now: () => number
  readonly #pages: PageHashes
  readonly #listeners = new Set<() => void>()
  #draft: Draft
  #conflict: Conflict | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(funnel: Funnel, { storage, now, pages, first }: RunStoreOptions) {
    this.#funnel = funnel
    this.#shared = new SharedDraft(funnel, storage)
    this.#now = now
    this.#pages = pages
    this.#draft = first ?? this.#opened()
  }

  readonly draft = (): Draft => this.#draft

  readonly conflict = (): Conflict | undefined => this.#conflict

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Replaces the values in memory. Writes them to the device once they have not changed for 300 ms. Returns the names of
   * the consents that were left out, because they were given for another text or account.
   */
  enter(entered: FormValues): string[] {
    const { values } = readForm(this.#funnel, entered)
    const kept = keepConsents(this.#funnel, this.#draft, values, this.#pages)
    const linked = Object.entries(this.#draft.linked).filter(([name, value]) => values[name] === value)
    this.#draft = { ...this.#draft, ...kept, linked: Object.fromEntries(linked) }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#save(), saveDelayMs)
    return Object.keys(values).filter((name) => kept.answers[name] === undefined)
  }

  /** Enters options that a link has preselected. */
  preselect(chosen: Readonly<Record<string, string>>): void {
    this.#draft = { ...this.#draft, linked: { ...this.#draft.linked, ...chosen } }
    this.enter({ ...this.#draft.answers, ...chosen })
  }

  /** Changes parts of the run that do not depend on the values, and writes the draft immediately. */
  keep(change: Partial<Pick<Draft, 'started' | 'order' | 'history' | 'linked' | 'handover'>>): void {
    const isCurrent = this.isCurrent()
    this.#draft = { ...this.#draft, ...change }
    if (isCurrent) return this.#save()
    this.#shared.amend(this.#draft.runId, change)
    this.#notify()
  }

  /** Marks the run as started, adds an opened step to its history and writes the draft immediately. */
  visit(step: number): void {
    const history = afterStep(this.#draft.history, step)
    if (history !== this.#draft.history || !this.#draft.started) this.keep({ started: true, history })
  }

  /** Writes pending changes immediately. */
  readonly flush = (): void => {
    if (this.#timer !== undefined) this.#save()
  }

  /** Returns whether no other tab has changed the draft. If one has, `conflict` says what it did. */
  readonly isCurrent = (): boolean => {
    if (this.#conflict) return false
    const change = this.#shared.changeSince(this.#draft)
    if (!change) return true
    if (change.kind === 'ordered') this.adoptOrder(change.order)
    else this.#conflict = { kind: change.kind }
    this.#notify()
    return false
  }

  /** Returns whether no other tab has changed the draft. If one has, asks the visitor, also if they were asked before. */
  readonly requireCurrent = (): boolean => {
    if (this.isCurrent()) return true
    this.#conflict = this.#conflict && { ...this.#conflict }
    this.#notify()
    return false
  }

  /** Replaces the values of this tab by those of the other tab. */
  load(): void {
    this.#forgetPending()
    this.#draft = this.#opened()
    this.#notify()
  }

  /** Writes the values of this tab in place of those of the other tab, unless that has placed the order meanwhile. */
  overwrite(): void {
    this.#forgetPending()
    const change = this.#shared.changeSince(this.#draft)
    if (change?.kind === 'ordered') return this.adoptOrder(change.order)
    // The run may be ordered, and its files may be deleted.
    if (change?.kind === 'ended')
      this.#draft = newRun(this.#funnel, withoutFiles(this.#draft.answers), this.#now())
    this.#write()
    this.#notify()
  }

  /** Sets an order that was placed before with other values than those of this tab. */
  adoptOrder(order: PlacedOrder): void {
    this.#forgetPending()
    this.#draft = { ...this.#draft, order }
    this.#conflict = { kind: 'ordered' }
    this.#shared.amend(this.#draft.runId, { order })
    this.#notify()
  }

  /** Deletes the draft and starts a new run without values. */
  readonly restart = (): void => {
    this.#forgetPending()
    this.#shared.delete()
    this.#draft = newRun(this.#funnel, {}, this.#now())
    this.#notify()
  }

  #opened(): Draft {
    const draft = this.#shared.open(this.#now())
    return { ...draft, ...keepConsents(this.#funnel, draft, draft.answers, this.#pages) }
  }

  #forgetPending(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#conflict = undefined
  }

  #save(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.isCurrent()) this.#write()
  }

  #write(): void {
    const saved = { ...this.#draft, savedAt: this.#now() }
    if (!this.#shared.write(saved)) return
    this.#draft = saved
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function withoutFiles(answers: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => !Array.isArray(value)))
}
