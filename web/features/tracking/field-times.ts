import { maxFieldTimes } from '#domain/limits.ts'
import type { TrackedEvent } from './tracked-event.ts'

type AbandonData = Extract<TrackedEvent, { type: 'abandon' }>['data']
/** How the fields of a step were used. Never contains a value. */
export type FieldUse = Pick<AbandonData, 'field' | 'fieldTimes'>

/** Maximum time between two actions that is counted. A visitor who does nothing for longer may be doing something else. */
const maxPauseMs = 30_000

/** Use of the fields of one step. */
class StepUse {
  /** Time in ms and corrections by field, since the last report. */
  readonly since = new Map<string, { ms: number; edits: number }>()
  /** The field that had the focus last. */
  last: string | undefined
  /** Fields that were changed before another field was used. */
  readonly #left = new Set<string>()
  #isChanged = false
  #isCorrected = false

  of(field: string) {
    const known = this.since.get(field) ?? { ms: 0, edits: 0 }
    this.since.set(field, known)
    return known
  }

  enter(field: string) {
    this.of(field)
    // A field that gets the focus back was not left: the visitor may have looked something up in another window.
    if (field === this.last) return
    if (this.last !== undefined && this.#isChanged) this.#left.add(this.last)
    this.last = field
    this.#isChanged = this.#isCorrected = false
  }

  /** Must be called when the last field is changed. */
  change(field: string) {
    this.#isChanged = true
    if (this.#isCorrected || !this.#left.has(field)) return
    this.#isCorrected = true
    this.of(field).edits++
  }
}

export interface FieldWatch {
  /** Sets the step whose fields are in use. Continues the measurements of a step that was open before. */
  open(step: string): void
  /** Must be called when no step is open any more. */
  close(): void
  /** Returns how the open step was used since the last call of `reported`. */
  use(isEmpty: (field: string) => boolean): FieldUse
  /** Must be called when the result of `use` is queued. */
  reported(): void
}

/**
 * Measures how visitors use fields: how long each one has the focus while the page is visible, how often it is changed
 * again after another one was used, and which one was used last. What has not been reported stays in memory, also while
 * another step is open. `fieldOf` returns the name of the field to which an element belongs.
 */
export function watchFields(
  fieldOf: (element: Element) => string | undefined,
  now = () => performance.now(),
): FieldWatch {
  const steps = new Map<string, StepUse>()
  let step: StepUse | undefined
  /** The field that has the focus, also while the page is hidden. */
  let focused: string | undefined
  let countedUntil: number | undefined

  /** Adds the time since the last call to the field that had the focus. */
  function count() {
    const at = now()
    if (step && focused && countedUntil !== undefined)
      step.of(focused).ms += Math.min(at - countedUntil, maxPauseMs)
    countedUntil = document.hidden ? undefined : at
  }

  function act({ type, target }: Event) {
    const field = target instanceof Element ? fieldOf(target) : undefined
    if (!step || !field) return
    count()
    if (type === 'focusout') focused = undefined
    else if (type === 'focusin') step.enter((focused = field))
    else if (field === focused) step.change(field)
    else if ((target as HTMLInputElement).type === 'radio') {
      // Safari does not focus a radio button that is clicked.
      step.enter(field)
      step.change(field)
    }
    // All other changes without the focus are made by the browser's autofill or by the page.
  }

  for (const type of ['focusin', 'focusout', 'input']) document.addEventListener(type, act, true)
  document.addEventListener('visibilitychange', count)

  return {
    open(name) {
      count()
      step = steps.get(name) ?? new StepUse()
      steps.set(name, step)
      // The visitor may already be in a field, for example if the scripts were loaded late.
      focused = document.activeElement ? fieldOf(document.activeElement) : undefined
      if (focused) step.enter(focused)
    },
    close() {
      count()
      step = undefined
    },
    use(isEmpty) {
      count()
      const fieldTimes = [...(step?.since ?? [])].slice(0, maxFieldTimes).map(([field, { ms, edits }]) => ({
        field,
        seconds: Math.round(ms / 100) / 10,
        edits,
        empty: isEmpty(field),
      }))
      return { field: step?.last, fieldTimes }
    },
    reported: () => step?.since.clear(),
  }
}
