import { familyOf } from '#domain/runs/measure-families.ts'
import { measuresText } from '#db/reads/reports/measure-counts.ts'
import { keepArchivedState } from '#db/reads/log/read-archive.ts'
import type { CountedRun, OrderRow } from '#db/ports/projection-store.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import type { Numbers } from './intern.ts'

const runColumns = {
  runId: 'text',
  funnel: 'text',
  version: 'int',
  day: 'text',
  status: 'text',
  silentSince: 'bigint',
  lastPosition: 'bigint',
  state: 'json',
  startedAt: 'bigint',
  campaign: 'bigint',
  visitor: 'bigint',
  os: 'bigint',
  entry: 'bigint',
  hour: 'bigint',
  channel: 'bigint',
  measures: 'text',
  outcome: 'text',
} as const

/** Inserts or updates the rows of runs. `runs` must contain each run at most once. */
export async function upsertRuns(
  client: Queryable,
  { generation, runs }: { generation: number; runs: readonly CountedRun[] },
  numbers: Numbers,
) {
  if (runs.length === 0) return
  const measured = new Set(runs.flatMap(({ measures }) => measures))
  const outcomes = new Set([...measured].filter((measure) => familyOf(measure) === 'outcome'))
  const rows = runs.map(({ segment, ...run }) => ({
    ...run,
    ...numbers.ofRun(segment),
    state: JSON.stringify(run.state),
    measures: measuresText(run.measures.map(numbers.measure)),
    outcome: measuresText(run.measures.filter((measure) => outcomes.has(measure)).map(numbers.measure)),
  }))
  await client.query({
    name: 'upsert-runs',
    text: `INSERT INTO runs (generation, run_id, funnel, version, day, status, silent_since, last_position, state,
       started_at, segment, visitor_segment, os_segment, entry_segment, hour_segment, channel_segment,
       measures, outcome)
     SELECT $1, * FROM unnest(
       $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::json[],
       $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[],
       $17::text[], $18::text[])
     ON CONFLICT (generation, run_id) DO UPDATE SET funnel = excluded.funnel, version = excluded.version,
       day = excluded.day, status = excluded.status, silent_since = excluded.silent_since,
       last_position = excluded.last_position, state = excluded.state,
       started_at = excluded.started_at, segment = excluded.segment,
       visitor_segment = excluded.visitor_segment, os_segment = excluded.os_segment,
       entry_segment = excluded.entry_segment, hour_segment = excluded.hour_segment,
       channel_segment = excluded.channel_segment, measures = excluded.measures,
       outcome = excluded.outcome, ${keepArchivedState}`,
    values: [generation, ...columnsOf(rows, runColumns)],
  })
}

const orderColumns = {
  orderId: 'text',
  number: 'text',
  runId: 'text',
  funnel: 'text',
  at: 'bigint',
  day: 'text',
  position: 'bigint',
  priceCents: 'bigint',
  status: 'text',
  source: 'text',
  work: 'text',
  visitor: 'text',
  netCents: 'bigint',
  payment: 'text',
  lastPosition: 'bigint',
  paidAt: 'bigint',
  startFunnel: 'text',
  startDay: 'text',
} as const

/** Inserts or updates the rows of orders. `orders` must contain each order at most once. */
export async function upsertOrders(client: Queryable, generation: number, orders: readonly OrderRow[]) {
  if (orders.length === 0) return
  await client.query({
    name: 'upsert-orders',
    text: `INSERT INTO orders (generation, order_id, number, run_id, funnel, at, day, position, price_cents, status, source,
       work, visitor, net_cents, payment, last_position, paid_at, start_funnel, start_day)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bigint[],
       $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::text[], $16::bigint[],
       $17::bigint[], $18::text[], $19::text[])
     ON CONFLICT (generation, order_id) DO UPDATE SET number = excluded.number, run_id = excluded.run_id,
       funnel = excluded.funnel, at = excluded.at, day = excluded.day, position = excluded.position,
       price_cents = excluded.price_cents, status = excluded.status, source = excluded.source,
       work = excluded.work, visitor = excluded.visitor, net_cents = excluded.net_cents,
       payment = excluded.payment, last_position = excluded.last_position, paid_at = excluded.paid_at,
       start_funnel = excluded.start_funnel, start_day = excluded.start_day`,
    values: [generation, ...columnsOf(orders, orderColumns)],
  })
}
