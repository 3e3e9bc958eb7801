/** Thrown if an argument of a command is missing, unknown, or cannot be combined with another argument. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Thrown if the arguments are correct but the state of the store does not allow the command. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
