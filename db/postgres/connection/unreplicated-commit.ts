import { Client } from 'pg'

/**
 * PostgreSQL's function that waits for the synchronous standby. If an operator cancels the wait, PostgreSQL reports
 * success with a warning from this function, although a failover would lose the commit.
 */
const waiting = 'SyncRepWaitForLSN'

/**
 * Ends a connection on which a commit has not reached the synchronous standby, before the commit is reported as
 * successful. Its queries then fail like those of a broken connection: whether they were committed is unknown.
 */
export function failUnreplicatedCommits(client: unknown): void {
  if (!(client instanceof Client)) return
  client.on('notice', ({ routine }) => {
    if (routine !== waiting) return
    const error = new Error('Connection terminated: no synchronous standby has confirmed the commit')
    // The response to the commit may already have arrived together with the warning. The event fails the query before
    // the driver reads that response; destroying the socket alone would be too late.
    client.connection.emit('error', error)
    client.connection.stream.destroy()
  })
}
