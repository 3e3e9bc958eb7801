/**
 * Thrown for problems that the operator must fix before the service can start. The message has one line per problem.
 */
export class StartError extends Error {
  override name = 'StartError'
}
