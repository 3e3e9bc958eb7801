import type { ContentRow, DestinationName, EventRow, OutboxQuery, OutboxRow } from '#db/ports/outbox-store.ts'
import {
  type DestinationStop,
  type StateCount,
  contentsQuery,
  countsByStateQuery,
  messagesAtQuery,
  messagesQuery,
  readMessage,
  retryingQuery,
  stopQuery,
} from '#db/reads/read-outbox.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery, runQueryPlan } from '#db/sqlite/connection/run-query-plan.ts'

/** Creates the reading methods of `OutboxStore`. */
export function createOutboxReads(connection: Connection) {
  return {
    get: (id: number) => runQueryPlan(connection, readMessage(id)),
    list: (query: OutboxQuery) => runQuery<OutboxRow>(connection, messagesQuery(query)),
    contents: (destination: DestinationName, after: number, limit: number) =>
      runQuery<ContentRow>(connection, contentsQuery(destination, after, limit)),
    at: (destination: DestinationName, positions: number[]) =>
      runQuery<EventRow>(connection, messagesAtQuery(destination, positions)),
    countRetrying: (destination: DestinationName) =>
      runQuery<{ retrying: number }>(connection, retryingQuery(destination))[0]!.retrying,
    countByState: () => runQuery<StateCount>(connection, countsByStateQuery),
    stopped: (destination: DestinationName) =>
      runQuery<DestinationStop>(connection, stopQuery(destination))[0],
  }
}
