import { and, eq } from '#db/sqlite/connection/drizzle.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import {
  attribution,
  countedDays,
  dropOff,
  generations,
  orders,
  reportKeys,
  runs,
} from '#db/sqlite/schema.ts'

const perGeneration = [runs, orders, dropOff, countedDays, attribution, reportKeys]
/** Maximum number of rows removed per step: so few that appends hardly wait for a step. */
const removedAtOnce = 2000

/** Creates the functions that begin, switch and remove generations of projections. */
export function createGenerations({ orm }: Connection) {
  const immediate = { behavior: 'immediate' } as const
  return {
    /** Adds a new generation and returns its number. If another one is still being built, marks that one as removed. */
    beginGeneration: (): number =>
      orm.transaction((tx) => {
        tx.update(generations).set({ state: 'removed' }).where(eq(generations.state, 'building')).run()
        return tx
          .insert(generations)
          .values({ state: 'building', checkpoint: 0 })
          .returning({ generation: generations.generation })
          .get().generation
      }, immediate),

    switchGeneration: (generation: number): boolean =>
      orm.transaction((tx) => {
        const building = and(eq(generations.generation, generation), eq(generations.state, 'building'))
        const next = tx.select().from(generations).where(building).get()
        const live = tx.select().from(generations).where(eq(generations.state, 'live')).get()
        if (!next || !live || next.checkpoint !== live.checkpoint) return false
        tx.update(generations).set({ state: 'removed' }).where(eq(generations.state, 'live')).run()
        tx.update(generations).set({ state: 'live' }).where(building).run()
        return true
      }, immediate),

    /** Deletes some rows of a generation that is marked as removed. Returns false when there is no such generation. */
    sweepGenerations: (): boolean =>
      orm.transaction((tx) => {
        const removed = tx.select().from(generations).where(eq(generations.state, 'removed')).get()
        if (!removed) return false
        const { generation } = removed
        for (const table of perGeneration) {
          const { changes } = tx
            .delete(table)
            .where(eq(table.generation, generation))
            .limit(removedAtOnce)
            .run()
          if (changes > 0) return true
        }
        tx.delete(generations).where(eq(generations.generation, generation)).run()
        return true
      }, immediate),
  }
}
