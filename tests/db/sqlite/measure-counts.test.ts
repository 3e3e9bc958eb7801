import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type MeasureCounts, addCounts, countsText, pairsOf } from '#db/reads/reports/measure-counts.ts'

test('adds up counts, and leaves out those that are zero again', () => {
  const counts: MeasureCounts = []
  addCounts(counts, '[]')
  addCounts(counts, '[1,5,7,2]')
  addCounts(counts, '[7,-2,300,1]')
  expect(countsText(counts)).toBe('[1,5,300,1]')
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
      const read: MeasureCounts = []
      addCounts(read, counts)
      return [day, Object.fromEntries(pairsOf(read).map(([measure, runs]) => [names.get(measure), runs]))]
    }),
  ).toEqual([
    ['2026-11-01', { 'stage:1': 3, completed: 2 }],
    ['2026-11-02', { completed: 9 }],
  ])
  sqlite.close()
})
