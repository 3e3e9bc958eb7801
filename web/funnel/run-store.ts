import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { readForm } from '#domain/read-form.ts'
import { type Draft, type DraftPlaces, afterStep, deleteDraft, writeDraft } from './draft.ts'
import type { FormValues } from './form-state.ts'
import { newRun, openRun } from './open-run.ts'

const quiet = 300

/** The open run of one funnel, in memory and, after 300 ms of quiet, on the device. */
export interface RunStore {
  draft: () => Draft
  subscribe: (listener: () => void) => () => void
  /** Takes over what the controls hold; in memory at once. */
  enter: (values: FormValues) => void
  /** Changes something else of the run and writes all of it now. */
  keep: (change: Partial<Pick<Draft, 'started' | 'order'>>) => void
  /** Notes which step is open now. */
  visit: (step: number) => void
  /** Writes what waits for quiet. */
  flush: () => void
  /** Deletes the draft and begins a new run without answers. */
  restart: () => void
}

export function createRunStore(
  funnel: Funnel,
  places: DraftPlaces,
  now: () => number,
  first: Draft = openRun(funnel, places, now()),
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
    if (writeDraft(funnel, saved, places)) change(saved)
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
    enter(values) {
      draft = { ...draft, answers: readForm(funnel, values).answers }
      clearTimeout(timer)
      timer = setTimeout(save, quiet)
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
      deleteDraft(funnel.type, places)
      change(newRun(funnel, {}, now()))
    },
  }
}
