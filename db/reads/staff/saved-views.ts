import type { SavedView } from '#db/ports/staff/saved-view-store.ts'
import { type QueryPlan, rowsOf, sql } from '#db/reads/query-plan.ts'

// The methods of `SavedViewStore` for both engines.

export const savedViewReads = {
  list: (userId: string) =>
    rowsOf<SavedView>(sql`SELECT id, user_id AS "userId", name, path, created_at AS "createdAt"
      FROM saved_views WHERE user_id = ${userId} ORDER BY name, id`),
}

export const savedViewWrites = {
  *add({ id, userId, name, path, createdAt }: SavedView, limit: number): QueryPlan<boolean> {
    const others = yield* rowsOf(sql`SELECT id FROM saved_views
      WHERE user_id = ${userId} AND name <> ${name} LIMIT ${limit}`)
    if (others.length >= limit) return false
    yield* rowsOf(sql`DELETE FROM saved_views WHERE user_id = ${userId} AND name = ${name} RETURNING id`)
    yield* rowsOf(sql`INSERT INTO saved_views (id, user_id, name, path, created_at)
      VALUES (${id}, ${userId}, ${name}, ${path}, ${createdAt}) RETURNING id`)
    return true
  },
  *remove({ id, userId }: { id: string; userId: string }): QueryPlan<boolean> {
    const removed = sql`DELETE FROM saved_views WHERE id = ${id} AND user_id = ${userId} RETURNING id`
    return (yield* rowsOf(removed)).length > 0
  },
}
