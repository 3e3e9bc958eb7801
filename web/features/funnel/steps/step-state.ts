import type { FormIssue } from '#domain/forms/check-form.ts'

/** State of a history entry, passed from one step to the next. */
export interface StepState {
  /** Set by the back button. */
  scroll?: 'top'
  /** Step to return to after a correction. */
  returnTo?: number
  /** Issues of the whole form, found when the order was placed. */
  issues?: FormIssue[]
}

export function readStepState(state: unknown): StepState {
  return typeof state === 'object' && state !== null ? state : {}
}
