import type Database from 'better-sqlite3'
import type { OrderRow } from '../projection-store.ts'
import { measuresText } from '../measure-counts.ts'
import type { Connection } from './connection.ts'
import { internNames } from './intern.ts'
import { addDropOff, addAttribution } from './roll-ups.ts'
import { oweDeliveries } from './owe-deliveries.ts'
import type { ProjectionCommitRows, RunRowText } from './projection-rows.ts'
import { putJobs } from './jobs.ts'

interface Generation {
  state: 'live' | 'building' | 'removed'
  checkpoint: number
}

/** The commit of `ProjectionStore`, one transaction; prepared statements, because a rebuild is made of nothing else. */
export function createCommitProjection({ sqlite }: Connection) {
  const findGeneration = sqlite.prepare<[number], Generation>(
    'SELECT state, checkpoint FROM generations WHERE generation = ?',
  )
  const liveCheckpoint = sqlite
    .prepare<[], number>("SELECT checkpoint FROM generations WHERE state = 'live'")
    .pluck()
  const moveCheckpoint = sqlite.prepare<[number, number, number]>(
    'UPDATE generations SET checkpoint = ?, format = ? WHERE generation = ?',
  )
  const numbersOf = internNames(sqlite)
  const upsertRun = prepareUpsertRun(sqlite)
  const upsertOrder = prepareUpsertOrder(sqlite)
  const dropOff = addDropOff(sqlite)
  const attribution = addAttribution(sqlite)
  const owe = oweDeliveries(sqlite)
  const put = putJobs(sqlite)

  const commit = sqlite.transaction((batch: ProjectionCommitRows): 'committed' | 'conflict' => {
    const { generation, format, from, to } = batch
    const found = findGeneration.get(generation)
    if (!found || found.state === 'removed' || found.checkpoint !== from) return 'conflict'
    if (found.state === 'building' && to > (liveCheckpoint.get() as number)) {
      throw new Error(
        `generation ${generation} would move to ${to}, past the live checkpoint ${liveCheckpoint.get()}: ` +
          'after the switch nobody would write the deliveries in between',
      )
    }
    const numbers = numbersOf()
    for (const run of batch.runs) {
      const measures = measuresText(run.measures.map(numbers.measure))
      upsertRun.run({ ...run, generation, segment: numbers.segment(run.segment), measures })
    }
    for (const order of batch.orders) upsertOrder.run({ ...order, generation })
    dropOff(generation, batch.dropOff, numbers)
    attribution(generation, batch.attribution)
    owe(batch.deliveries)
    put(batch.jobs)
    moveCheckpoint.run(to, format, generation)
    return 'committed'
  })
  return (batch: ProjectionCommitRows) => commit.immediate(batch)
}

function prepareUpsertRun(sqlite: Database.Database) {
  return sqlite.prepare<[RunRowText & { generation: number; segment: number; measures: string }]>(
    `INSERT INTO runs (generation, run_id, funnel, version, day, status, silent_since, last_position, state,
       started_at, segment, measures)
     VALUES (@generation, @runId, @funnel, @version, @day, @status, @silentSince, @lastPosition, @state,
       @startedAt, @segment, @measures)
     ON CONFLICT (generation, run_id) DO UPDATE SET funnel = excluded.funnel, version = excluded.version,
       day = excluded.day, status = excluded.status, silent_since = excluded.silent_since,
       last_position = excluded.last_position, state = excluded.state,
       started_at = excluded.started_at, segment = excluded.segment, measures = excluded.measures`,
  )
}

function prepareUpsertOrder(sqlite: Database.Database) {
  return sqlite.prepare<[OrderRow & { generation: number }]>(
    `INSERT INTO orders (generation, order_id, number, run_id, funnel, at, day, position, price_cents, status, source)
     VALUES (@generation, @orderId, @number, @runId, @funnel, @at, @day, @position, @priceCents, @status, @source)
     ON CONFLICT (generation, order_id) DO UPDATE SET number = excluded.number, run_id = excluded.run_id,
       funnel = excluded.funnel, at = excluded.at, day = excluded.day, position = excluded.position,
       price_cents = excluded.price_cents, status = excluded.status, source = excluded.source`,
  )
}
