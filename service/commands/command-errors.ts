/** Thrown for a wrong call: an argument is missing, unknown, or cannot be combined with another one. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Thrown when the call is correct but the state of the store does not allow the command. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
