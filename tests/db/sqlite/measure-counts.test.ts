import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import {
  type MeasureCounts,
  addCounts,
  changeCounts,
  nameCounts,
  noCounts,
} from '#db/reads/reports/measure-counts.ts'

test('changes counts in place, adds new ones in order, and leaves out those that are zero again', () => {
  const added = changeCounts(
    noCounts,
    new Map([
      [7, 2],
      [1, 5],
    ]),
  )
  expect(added).toBe('[1,5,7,2]')
  const changed = changeCounts(
    added,
    new Map([
      [300, 1],
      [7, -2],
      [4, 3],
      [5, 0],
    ]),
  )
  expect(changed).toBe('[1,5,4,3,300,1]')
  expect(
    changeCounts(
      changed,
      new Map([
        [0, 9],
        [1, 1],
      ]),
    ),
  ).toBe('[0,9,1,6,4,3,300,1]')
})

test('adds up the wanted counts', () => {
  const counts: MeasureCounts = new Map()
  addCounts(counts, '[1,5,7,2,8,4]', new Set([1, 7]))
  addCounts(counts, '[7,3,8,1]', new Set([1, 7]))
  expect([...counts]).toEqual([
    [1, 5],
    [7, 5],
  ])
})

test('the migration to one row per day keeps the counts', () => {
  const sqlite = new Database(':memory:')
  const folder = 'migrations/sqlite'
  const apply = (name: string) => sqlite.exec(readFileSync(path.join(folder, name), 'utf8'))
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const here = files.indexOf('0005_measure_counts.sql')
  files.slice(0, here).forEach(apply)
  const add = sqlite.prepare('INSERT INTO drop_off VALUES (1, ?, 0, ?, 1, ?, ?)')
  add.run('anmeldung', '2026-11-01', 'stage:1', 3)
  add.run('anmeldung', '2026-11-01', 'completed', 2)
  add.run('anmeldung', '2026-11-02', 'completed', 9)
  add.run('anmeldung', '2026-11-02', 'abandoned', 0)
  apply(files[here]!)

  const names = new Map(
    sqlite.prepare('SELECT measure, name FROM measures').raw().all() as [number, string][],
  )
  const rows = sqlite.prepare('SELECT day, counts FROM drop_off ORDER BY day').all()
  expect(
    (rows as { day: string; counts: string }[]).map(({ day, counts }) => {
      const read: MeasureCounts = new Map()
      addCounts(read, counts, new Set(names.keys()))
      return [day, Object.fromEntries(nameCounts(read, names).map(({ measure, runs }) => [measure, runs]))]
    }),
  ).toEqual([
    ['2026-11-01', { 'stage:1': 3, completed: 2 }],
    ['2026-11-02', { completed: 9 }],
  ])
  sqlite.close()
})
