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
import type { Connection } from '#db/postgres/connection/connection.ts'
import { runQuery, runQueryPlan } from '#db/postgres/connection/run-query-plan.ts'

/** Creates the reading methods of `OutboxStore`. */
export function createOutboxReads({ pool }: Connection) {
  return {
    get: (id: number) => runQueryPlan(pool, readMessage(id)),
    list: (query: OutboxQuery) => runQuery<OutboxRow>(pool, messagesQuery(query)),
    contents: (destination: DestinationName, after: number, limit: number) =>
      runQuery<ContentRow>(pool, contentsQuery(destination, after, limit)),
    at: (destination: DestinationName, positions: number[]) =>
      runQuery<EventRow>(pool, messagesAtQuery(destination, positions)),
    countRetrying: async (destination: DestinationName) =>
      (await runQuery<{ retrying: number }>(pool, retryingQuery(destination)))[0]!.retrying,
    countByState: () => runQuery<StateCount>(pool, countsByStateQuery),
    stopped: async (destination: DestinationName) =>
      (await runQuery<DestinationStop>(pool, stopQuery(destination)))[0],
  }
}
