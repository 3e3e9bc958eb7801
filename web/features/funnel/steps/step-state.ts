import type { FormIssue } from '#domain/forms/check-form.ts'

/** State of a history entry. It is passed to a step when the step is opened. */
export interface StepState {
  /** Set by the back button of the form: scroll to the top of the page. */
  scroll?: 'top'
  /** Step to return to after the issues have been corrected. */
  returnTo?: number
  /** Issues of this step that were found when the visitor tried to place the order. */
  issues?: FormIssue[]
}

export function readStepState(state: unknown): StepState {
  return typeof state === 'object' && state !== null ? state : {}
}
