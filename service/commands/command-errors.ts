/** The call is wrong: something is missing, unknown or does not go together. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The call is right, but what it asks for cannot be done. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
