import type { Funnel } from '#domain/forms/define-funnel.ts'
import {
  type Draft,
  type DraftStorage,
  type PlacedOrder,
  deleteDraft,
  readDraft,
  sharedValues,
  writeDraft,
} from './draft.ts'
import { openRun } from './open-run.ts'

/** What another tab has done with the draft since this tab last read or wrote it. */
export type OtherTabsChange =
  | { kind: 'changed' }
  /** The draft was deleted, or another run has taken its place. */
  | { kind: 'ended' }
  | { kind: 'ordered'; order: PlacedOrder }

/** Draft of a funnel on the device, which all tabs share. */
export class SharedDraft {
  /** The shared values as this tab last read or wrote them. Undefined if this tab could not store any. */
  #known: string | undefined
  readonly #funnel: Funnel
  readonly #storage: DraftStorage

  constructor(funnel: Funnel, storage: DraftStorage) {
    this.#funnel = funnel
    this.#storage = storage
  }

  open(now: number): Draft {
    const draft = openRun(this.#funnel, this.#storage, now)
    this.#remember()
    return draft
  }

  /** Writes the draft, whatever other tabs have written. Returns false if storage is blocked or full. */
  write(draft: Draft): boolean {
    const isWritten = writeDraft(this.#funnel, draft, this.#storage)
    if (isWritten) this.#remember()
    return isWritten
  }

  /** Changes parts of the stored draft that do not depend on the values, if it still belongs to the run. */
  amend(runId: string, change: Partial<Draft>): void {
    const stored = this.#read()
    if (stored?.runId === runId) writeDraft(this.#funnel, { ...stored, ...change }, this.#storage)
  }

  delete(): void {
    deleteDraft(this.#funnel.type, this.#storage)
    this.#known = undefined
  }

  changeSince(draft: Draft): OtherTabsChange | undefined {
    if (this.#known === undefined || draft.order) return undefined
    const stored = this.#read()
    if (stored?.runId !== draft.runId) return { kind: 'ended' }
    if (stored.order) return { kind: 'ordered', order: stored.order }
    return sharedValues(this.#funnel, stored) === this.#known ? undefined : { kind: 'changed' }
  }

  #remember(): void {
    const stored = this.#read()
    this.#known = stored && sharedValues(this.#funnel, stored)
  }

  /** Reads the draft whatever its age: a tab can be open for longer than drafts are kept. */
  #read(): Draft | undefined {
    return readDraft(this.#funnel, this.#storage, 0)
  }
}
