import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'

export interface StepFormProps {
  funnel: Funnel
  /** Number of the step, from 1. */
  step: number
  store: RunStore
  runTracker: RunTracker
}
