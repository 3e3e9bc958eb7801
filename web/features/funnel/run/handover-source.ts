import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { RunStore } from './run-store.ts'
import type { RunTracker } from './run-tracker.ts'

/** A run that can be handed over to another device. */
export interface HandoverSource {
  funnel: Funnel
  store: RunStore
  runTracker: Pick<RunTracker, 'flush'>
}
