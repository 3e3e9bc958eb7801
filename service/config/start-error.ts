/**
 * Thrown for problems that the operator must fix before the service can start; the message has a line for
 * each.
 */
export class StartError extends Error {
  override name = 'StartError'
}
