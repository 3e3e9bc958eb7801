import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { keepPlans } from '#db/sqlite/connection/keep-plans.ts'

const sqlite = new Database(':memory:')
const plain = sqlite.prepare.bind(sqlite)
keepPlans(sqlite)
sqlite.exec(`CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, owner TEXT) STRICT;
  CREATE INDEX things_owner ON things (owner);
  INSERT INTO things (name, owner) VALUES ('a?', 'one'), ('b', 'one'), ('c', 'two')`)
afterAll(() => sqlite.close())

/** An expression that is never evaluated, but takes milliseconds to plan. */
const longToPlan = `CASE WHEN id < 0 THEN ${Array.from({ length: 300 }, (_, number) => `(SELECT count(*) FROM things AS other WHERE other.name = things.name || ${number})`).join(' + ')} END`

/** Returns the least time in ms of several rounds, because other processes can interrupt some of them. */
function timeOf(work: () => void): number {
  const times = Array.from({ length: 9 }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return Math.min(...times)
}

/** Returns how many times as long a statement takes to be prepared as to be executed again. */
function preparedPerExecuted(prepare: typeof sqlite.prepare, rest: string, values: unknown[]): number {
  const text = `SELECT id, ${longToPlan} AS unused FROM things ${rest}`
  const statement = prepare(text)
  statement.all(...values)
  return timeOf(() => prepare(text)) / timeOf(() => statement.all(...values))
}

it.each([
  ['WHERE owner = ? ORDER BY id', ['one']],
  ['WHERE owner = @owner ORDER BY id', [{ owner: 'one' }]],
  ['WHERE owner = ? LIMIT ?', ['one', 1]],
])('plans %s once', (rest, values) => {
  expect(preparedPerExecuted(plain, rest, values)).toBeLessThan(3)
  expect(preparedPerExecuted(sqlite.prepare, rest, values)).toBeGreaterThan(20)
})

it('keeps the values of parameters, and question marks in texts', () => {
  const read = sqlite.prepare(
    `SELECT name, 'it''s @owner?' AS "text?", typeof(?) AS number, ? AS bytes -- why?
     FROM things WHERE name LIKE '%?' AND owner IN (?, @owner)`,
  )
  expect(read.get(1.5, Buffer.from('x'), 'zero', { owner: 'one' })).toEqual({
    name: 'a?',
    'text?': "it's @owner?",
    number: 'real',
    bytes: Buffer.from('x'),
  })
})

it('uses the same index', () => {
  const plan = (prepare: typeof sqlite.prepare) =>
    prepare('EXPLAIN QUERY PLAN SELECT id FROM things WHERE owner = ? ORDER BY id LIMIT ?').all('one', 1)
  expect(plan(sqlite.prepare)).toEqual(plan(plain))
  expect(plan(sqlite.prepare)).toMatchObject([{ detail: expect.stringContaining('things_owner') }])
})
