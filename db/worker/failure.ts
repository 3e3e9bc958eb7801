import { StoreRefused, StoreUnavailable } from '#db/ports/store.ts'

/**
 * A plain object that represents an error when it is sent from a worker to the main thread. Structured cloning would
 * lose the error's class.
 */
export interface Failure {
  kind: 'unavailable' | 'refused' | 'bug'
  name: string
  message: string
  stack: string | undefined
}

export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error))
    return { kind: 'bug', name: 'Error', message: String(error), stack: undefined }
  const { name, message, stack } = error
  const kind =
    error instanceof StoreUnavailable ? 'unavailable' : error instanceof StoreRefused ? 'refused' : 'bug'
  return { kind, name, message, stack }
}

export function toError({ kind, name, message, stack }: Failure): Error {
  const error =
    kind === 'unavailable'
      ? new StoreUnavailable(message)
      : kind === 'refused'
        ? new StoreRefused(message)
        : Object.assign(new Error(message), { name })
  // The worker's stack shows where the error occurred. The stack of this thread shows only the message handler.
  if (stack !== undefined) error.stack = stack
  return error
}
