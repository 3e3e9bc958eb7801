/** Something the operator must put right before the service can start; the message is one line for each such thing. */
export class StartError extends Error {
  override name = 'StartError'
}
