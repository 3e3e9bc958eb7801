import type { Store } from '#db/store.ts'

/** Before every day. */
const noDay = ''

/**
 * The newest of some Berlin days on which a run started that has had no event since a position; before all of them when
 * there is none. Day by day, so that other reports are let in between.
 */
export async function newestUntouchedDay(
  projections: Pick<Store['projections'], 'newestDay'>,
  { from, to, position }: { from: string; to: string; position: number },
): Promise<string> {
  let before: string | undefined
  for (;;) {
    const newest = await projections.newestDay({ from, to, position, ...(before && { before }) })
    if (!newest) return noDay
    if (newest.hasUntouched) return newest.day
    before = newest.day
  }
}
