import type { FormIssue } from '#domain/check-form.ts'

/** What one step tells the next through the history entry. */
export interface StepState {
  /** The visitor pressed 'Zurück'. */
  scroll?: 'top'
  /** The step that asked for a correction; Next goes back there. */
  returnTo?: number
  /** What the whole form was refused for. */
  issues?: FormIssue[]
}

export function readStepState(state: unknown): StepState {
  return typeof state === 'object' && state !== null ? state : {}
}
