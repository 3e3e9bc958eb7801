import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importRules, forbiddenFolders } from '#tools/import-rules.ts'

const root = path.resolve(import.meta.dirname, '..')
const place = mkdtempSync(path.join(tmpdir(), 'formlotse-boundaries-'))
for (const file of ['oxlint.config.ts', 'tools/import-rules.ts', 'package.json']) {
  cpSync(path.join(root, file), path.join(place, file))
}
symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'))
afterAll(() => rmSync(place, { recursive: true }))

interface Planted {
  file: string
  content: string
}

/** Lints the planted files. Returns the paths of the files in which an import is refused. */
function refusedImports(planted: readonly Planted[]): string[] {
  return findings(planted)
    .filter(({ code }) => code === 'eslint(no-restricted-imports)')
    .map(({ filename }) => filename)
}

function findings(planted: readonly Planted[]): { code: string; filename: string }[] {
  for (const { file, content } of planted) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
    writeFileSync(path.join(place, file), content)
  }
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/oxlint'),
    ['--format=json', ...planted.map(({ file }) => file)],
    { cwd: place, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  for (const { file } of planted) rmSync(path.join(place, file))
  return (JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }).diagnostics
}

const inFolder = (folder: string, name: string) => `${folder.replace(/\/\*$/, '')}/${name}`

function importing(folder: string, source: string, number: number): Planted {
  const content = `import { planted } from '${source}'\nexport const used = planted\n`
  return { file: inFolder(folder, `planted-${number}.ts`), content }
}

describe('the linter rejects', () => {
  test('every import that the table does not allow', () => {
    const planted = importRules.flatMap((rule) =>
      forbiddenFolders(rule).map((other, index) =>
        importing(rule.folder, `#${inFolder(other, 'x.ts')}`, index),
      ),
    )
    expect(planted.length).toBeGreaterThan(300)
    expect(refusedImports(planted).toSorted()).toEqual(planted.map(({ file }) => file).toSorted())
  })

  test('packages that a folder must not use', () => {
    const planted = [
      ['domain', 'node:fs'],
      ['domain', 'react'],
      ['domain/funnels', 'hono'],
      ['db/sqlite', 'hono'],
      ['service/ingest', 'better-sqlite3'],
      ['service/http', 'react'],
      ['web/features/funnel', 'node:fs'],
      ['web/ui', 'hono'],
    ].map(([folder, source], index) => importing(folder!, source!, index))
    expect(refusedImports(planted).toSorted()).toEqual(planted.map(({ file }) => file).toSorted())
  })

  test('a relative import of another folder', () => {
    const planted = [
      ['service/http', '../orders/x.ts'],
      ['web/features/funnel', '../site/x.tsx'],
      ['domain', './orders/x.ts'],
      ['tests/service', '../../service/main.ts'],
    ].map(([folder, source], index) => importing(folder!, source!, index))
    expect(refusedImports(planted).toSorted()).toEqual(planted.map(({ file }) => file).toSorted())
  })
})

describe('the linter accepts', () => {
  test('every import of the table', () => {
    const planted = importRules.flatMap(({ folder, mayImport }) =>
      [folder.replace(/\/\*$/, ''), ...mayImport].map((other, index) =>
        importing(folder, `#${other}/deeper/x.ts`, index),
      ),
    )
    expect(refusedImports(planted)).toEqual([])
  })

  test('packages, and files of the same folder', () => {
    const planted = [
      ['domain', 'zod'],
      ['domain/orders', './evolve-order.ts'],
      ['db/sqlite', 'better-sqlite3'],
      ['service/http', 'hono'],
      ['web/ui', 'react'],
    ].map(([folder, source], index) => importing(folder!, source!, index))
    expect(refusedImports(planted)).toEqual([])
  })
})

test('the table has a row for every folder of the service and every feature', () => {
  const rows = new Set(importRules.map(({ folder }) => folder))
  const folders = ['service', 'web/features'].flatMap((parent) =>
    readdirSync(path.join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('dist'))
      .map(({ name }) => `${parent}/${name}`),
  )
  expect(folders.filter((folder) => !rows.has(folder))).toEqual([])
  const gone = [...rows].filter((folder) => !existsSync(path.join(root, folder.replace(/\/\*$/, ''))))
  expect(gone).toEqual([])
})

describe('the linter rejects clocks, randomness and I/O in the domain', () => {
  test.each(['Date.now()', 'Math.random()', 'process.env', 'fetch("/")'])('%s', (expression) => {
    const found = findings([{ file: 'domain/planted.ts', content: `export const planted = ${expression}\n` }])
    expect(found.map(({ code }) => code)).toContainEqual(expect.stringContaining('no-restricted'))
  })
})
