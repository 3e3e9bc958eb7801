import type { OperationalLog, OperationalQuery } from '#db/ports/operational-log.ts'
import type { OperationalEventOf, OperationalEventType } from '#domain/operations/operational-event.ts'

/** Number of events that are read at a time. */
const eventsAtOnce = 1000

/** Reads all events of some types about the days of a range, in log order. */
export async function readAllEvents<Type extends OperationalEventType>(
  operations: Pick<OperationalLog, 'read'>,
  query: Omit<OperationalQuery<Type>, 'limit'>,
): Promise<OperationalEventOf<Type>[]> {
  const pages: OperationalEventOf<Type>[][] = []
  for (let last = query.upTo; ;) {
    const page = await operations.read({
      ...query,
      limit: eventsAtOnce,
      ...(last !== undefined && { upTo: last }),
    })
    pages.push(page)
    if (page.length < eventsAtOnce) return pages.toReversed().flat()
    last = page[0]!.position - 1
  }
}
