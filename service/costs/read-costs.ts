import type { OperationalLog } from '#db/ports/operational-log.ts'
import type { CostsRecorded } from '#domain/operations/decide-costs.ts'

/** Number of events that are read at a time. Each has the costs of one day that one request changed. */
const eventsAtOnce = 1000

interface CostsRange {
  from: string
  to: string
  /** Last position that is read; unlimited by default. */
  upTo?: number
}

/** Reads all recorded costs of the days from `from` to `to`, both included, in log order. */
export async function readRecordedCosts(
  operations: Pick<OperationalLog, 'read'>,
  { from, to, upTo }: CostsRange,
): Promise<CostsRecorded[]> {
  const pages: CostsRecorded[][] = []
  for (let last = upTo; ;) {
    const page = await operations.read({
      types: ['costs_recorded'],
      days: { from, to },
      limit: eventsAtOnce,
      ...(last !== undefined && { upTo: last }),
    })
    pages.push(page)
    if (page.length < eventsAtOnce) return pages.toReversed().flat()
    last = page[0]!.position - 1
  }
}
