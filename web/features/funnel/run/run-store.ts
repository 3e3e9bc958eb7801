import type { Funnel } from '#domain/forms/define-funnel.ts'
import { readForm } from '#domain/forms/read-form.ts'
import { type Draft, type DraftStorage, afterStep, deleteDraft, writeDraft } from './draft.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import { newRun, openRun } from './open-run.ts'

const saveDelayMs = 300

/** Open run of a funnel. Entered values are written to the device as soon as they have not changed for 300 ms. */
export interface RunStore {
  draft: () => Draft
  subscribe: (listener: () => void) => () => void
  /** Replaces the values in memory. Writes them to the device once they have not changed for 300 ms. */
  enter: (entered: FormValues) => void
  /** Changes `started` or `order` and writes the draft immediately. */
  keep: (change: Partial<Pick<Draft, 'started' | 'order'>>) => void
  /** Adds an opened step to the history and writes the draft immediately. */
  visit: (step: number) => void
  /** Writes pending changes immediately. */
  flush: () => void
  /** Deletes the draft and starts a new run without values. */
  restart: () => void
}

export function createRunStore(
  funnel: Funnel,
  storage: DraftStorage,
  now: () => number,
  first: Draft = openRun(funnel, storage, now()),
): RunStore {
  let draft = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function change(next: Draft) {
    draft = next
    for (const listener of listeners) listener()
  }

  function save() {
    clearTimeout(timer)
    timer = undefined
    const saved = { ...draft, savedAt: now() }
    if (writeDraft(funnel, saved, storage)) change(saved)
  }

  function keep(over: Partial<Draft>) {
    draft = { ...draft, ...over }
    save()
  }

  return {
    draft: () => draft,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    enter(entered) {
      draft = { ...draft, answers: readForm(funnel, entered).values }
      clearTimeout(timer)
      timer = setTimeout(save, saveDelayMs)
    },
    keep,
    visit(step) {
      const history = afterStep(draft.history, step)
      if (history !== draft.history) keep({ history })
    },
    flush() {
      if (timer !== undefined) save()
    },
    restart() {
      clearTimeout(timer)
      timer = undefined
      deleteDraft(funnel.type, storage)
      change(newRun(funnel, {}, now()))
    },
  }
}
