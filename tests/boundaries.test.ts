import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const place = mkdtempSync(path.join(tmpdir(), 'formlotse-boundaries-'))
copyFileSync(path.join(root, '.oxlintrc.json'), path.join(place, '.oxlintrc.json'))
afterAll(() => rmSync(place, { recursive: true }))

/** Lints a file with this content at this path, as if it stood in the repository. */
function lint(file: string, content: string) {
  const full = path.join(place, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, content)
  const { stdout, status } = spawnSync(path.join(root, 'node_modules/.bin/oxlint'), [file], {
    cwd: place,
    encoding: 'utf8',
  })
  return { stdout, ok: status === 0 }
}

describe('the linter refuses a forbidden import', () => {
  test.each([
    ['domain/planted.ts', 'node:fs'],
    ['domain/planted.ts', 'react'],
    ['domain/planted.ts', '#db/store.ts'],
    ['domain/funnels/planted.ts', '../../service/main.ts'],
    ['db/planted.ts', '#service/main.ts'],
    ['db/sqlite/planted.ts', '../../web/main.tsx'],
    ['service/planted.ts', '#web/main.tsx'],
    ['service/planted.ts', 'better-sqlite3'],
    ['service/routes/planted.ts', '#tests/build-events.ts'],
    ['web/planted.ts', '#db/store.ts'],
    ['web/funnel/planted.ts', '#service/main.ts'],
    ['web/funnel/planted.ts', '../site/home.tsx'],
    ['web/site/planted.ts', '../funnel/wizard.tsx'],
    ['web/ui/planted.ts', '../funnel/wizard.tsx'],
  ])('%s imports %s', (file, source) => {
    const { stdout, ok } = lint(file, `import { planted } from '${source}'\nexport const used = planted\n`)
    expect(ok).toBe(false)
    expect(stdout).toContain('no-restricted-imports')
  })

  test.each([
    ['domain/planted.ts', 'zod'],
    ['db/planted.ts', '#domain/events.ts'],
    ['service/planted.ts', '#db/store.ts'],
    ['web/funnel/planted.ts', '../ui/button.tsx'],
    ['web/funnel/planted.ts', '#domain/events.ts'],
  ])('but lets %s import %s', (file, source) => {
    const { stdout } = lint(file, `import { planted } from '${source}'\nexport const used = planted\n`)
    expect(stdout).not.toContain('no-restricted-imports')
  })
})

describe('the domain has no clock and no randomness of its own', () => {
  test.each(['Date.now()', 'Math.random()', 'process.env', 'fetch("/")'])('%s', (expression) => {
    expect(lint('domain/planted.ts', `export const planted = ${expression}\n`).ok).toBe(false)
  })
})
