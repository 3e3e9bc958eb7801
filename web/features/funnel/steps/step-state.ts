import type { FormIssue } from '#domain/forms/check-form.ts'

/** State of a history entry. It records how the step was opened. */
export interface StepState {
  /** Whether to scroll to the top of the page. Set by the back button of the form. */
  scroll?: 'top'
  /** Step to return to after the issues have been corrected. */
  returnTo?: number
  /** Issues of this step that were found when the visitor tried to place the order. */
  issues?: FormIssue[]
}

export function readStepState(state: unknown): StepState {
  return typeof state === 'object' && state !== null ? state : {}
}
