import type { OrderFilter } from '#db/ports/report-store.ts'
import { type Sql, listOf, sql } from '#db/reads/query-plan.ts'

/** Returns the conditions for the rows of `orders` that a filter selects. */
export function selected(generation: number, filter: OrderFilter): Sql[] {
  const { from, to, funnel, number, works, testPayments, robots, untouchedSince } = filter
  return [
    sql`generation = ${generation}`,
    // With a number or work, the concatenation keeps the engines from using the index by day, which contains neither.
    number === undefined && works === undefined
      ? sql`day BETWEEN ${from} AND ${to}`
      : sql`day || '' BETWEEN ${from} AND ${to}`,
    ...(number === undefined ? [] : [hasNumber(number)]),
    // The index of work contains only the orders that have any.
    ...(works === undefined ? [] : [sql`work IN ${listOf(works)} AND work IS NOT NULL`]),
    ...(funnel === undefined ? [] : [sql`funnel = ${funnel}`]),
    ...hasStatus(filter),
    ...(testPayments === undefined
      ? []
      : [testPayments === 'only' ? sql`payment = 'test'` : sql`payment <> 'test'`]),
    ...(robots === undefined ? [] : [sql`visitor = ${robots === 'only' ? 'robot' : 'person'}`]),
    ...(untouchedSince === undefined ? [] : [sql`last_position <= ${untouchedSince}`]),
  ]
}

/**
 * Returns the condition for numbers with these first characters. Numbers contain only digits, capital letters and
 * hyphens, all of which precede the tilde.
 */
export function hasNumber(number: string): Sql {
  return sql`number >= ${number} AND number < ${`${number}~`}`
}

function hasStatus({ status, expiredUpTo }: OrderFilter): Sql[] {
  if (status === undefined) return []
  if (status === 'expired') return [sql`status = 'ordered' AND at <= ${expiredUpTo}`]
  return [sql`status = ${status}`, ...(status === 'ordered' ? [sql`at > ${expiredUpTo}`] : [])]
}
