import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, fileCycles, folderCycles, readImports } from './import-graph.ts'

const root = path.resolve(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((file) => /\.(ts|tsx|js|mjs)$/.test(file))
const imports = readImports(
  root,
  files.filter((file) => !file.startsWith('tests/')),
)

describe('imports', () => {
  test('are found', () => {
    expect(imports.length).toBeGreaterThan(2000)
    expect(imports).toContainEqual(['service/main.ts', 'service/app.ts'])
  })

  test('contain no cycle of files', () => {
    expect(fileCycles(imports)).toEqual([])
  })

  test('contain no cycle of folders', () => {
    expect(folderCycles(imports)).toEqual([])
  })
})

const planted = (...added: Import[]) => [...imports, ...added]

describe('detects a planted cycle', () => {
  test('of two files', () => {
    const cycle = fileCycles(planted(['service/app.ts', 'service/main.ts']))
    expect(cycle).toEqual([['service/app.ts', 'service/main.ts']])
  })

  test('of three files', () => {
    const added: Import[] = [
      ['domain/a.ts', 'domain/b.ts'],
      ['domain/b.ts', 'domain/c.ts'],
      ['domain/c.ts', 'domain/a.ts'],
    ]
    expect(fileCycles(planted(...added))).toEqual([['domain/a.ts', 'domain/b.ts', 'domain/c.ts']])
    expect(folderCycles(planted(...added))).toEqual([])
  })

  test('of two folders whose files have no cycle', () => {
    const added: Import[] = [
      ['web/left/a.ts', 'web/right/b.ts'],
      ['web/right/c.ts', 'web/left/d.ts'],
    ]
    expect(fileCycles(planted(...added))).toEqual([])
    expect(folderCycles(planted(...added))).toEqual([['web/left', 'web/right']])
  })

  test('of a folder and a file next to it', () => {
    const added: Import[] = [
      ['web/left/a.ts', 'web/beside.ts'],
      ['web/beside.ts', 'web/left/b.ts'],
    ]
    expect(folderCycles(planted(...added))).toEqual([['web/beside.ts', 'web/left']])
  })
})

test('no folder has more than 20 files', () => {
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file))
  const full = [...folders].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)
  expect(full).toEqual([])
})
