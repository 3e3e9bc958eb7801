import { Client } from 'pg'

/**
 * Sends what is written to a connection within one turn of the event loop together, for example the statements of a
 * transaction that wait for no result. The driver writes each statement to the socket alone, and these writes took a third
 * of the main thread's time while messages were delivered.
 */
export function gatherWrites(client: unknown): void {
  if (!(client instanceof Client)) return
  const { stream } = client.connection
  const write = stream.write.bind(stream)
  let gathering = false
  stream.write = ((...args: Parameters<typeof write>) => {
    if (!gathering) {
      gathering = true
      stream.cork()
      process.nextTick(() => {
        gathering = false
        stream.uncork()
      })
    }
    return write(...args)
  }) as typeof stream.write
}
