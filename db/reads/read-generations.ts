import { sql } from './query-plan.ts'

const columns = sql`generation, checkpoint, format, revision`

/** Implements `ProjectionStore.live`. */
export const liveGenerationQuery = sql`SELECT ${columns} FROM generations WHERE state = 'live'`

/** Implements `ProjectionStore.generations`. */
export const generationsQuery = sql`SELECT state, ${columns} FROM generations WHERE state <> 'removed'`
