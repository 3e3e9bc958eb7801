import type { FormIssue } from '#domain/forms/check-form.ts'

/** State that is stored with a step in the browser history. It tells how the step was opened. */
export interface StepState {
  /** Whether to scroll to the top of the page. Set by the back button of the form. */
  scroll?: 'top'
  /**
   * Step that the Next button opens instead of the following one. Used to return to the last step when the visitor has
   * corrected an earlier step.
   */
  returnTo?: number
  /** Issues of this step that were found when the visitor tried to place the order. */
  issues?: FormIssue[]
}

export function readStepState(state: unknown): StepState {
  return typeof state === 'object' && state !== null ? state : {}
}
