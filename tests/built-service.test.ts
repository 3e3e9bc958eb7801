// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Builds the service in a copy of the repository with `setup.mjs`.

const root = path.resolve(import.meta.dirname, '..')
let copy: string

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'formlotse-built-'))
  for (const entry of [
    'db',
    'domain',
    'migrations',
    'service',
    'package.json',
    'package-lock.json',
    'setup.mjs',
  ])
    cpSync(path.join(root, entry), path.join(copy, entry), {
      recursive: true,
      filter: (from) => !path.relative(root, from).startsWith('service/dist'),
    })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

/** Runs `setup.mjs` and returns its exit code and errors. Calls `watch` again and again meanwhile. */
async function setUp(purpose: string, watch = () => {}) {
  const child = spawn(process.execPath, ['setup.mjs', purpose], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdout.resume()
  const timer = setInterval(watch, 1)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(timer)
  return { code, errors }
}

/** Changes a module that is loaded when it is used first, and gives it an old time of change, as a copy of a release may have. */
function changeSource(text: string): void {
  const file = path.join(copy, 'service/documents/proofs/pdf/read-pdf.ts')
  appendFileSync(file, text)
  utimesSync(file, new Date('2020-01-01'), new Date('2020-01-01'))
}

const built = () => readdirSync(path.join(copy, 'service/dist')).filter((name) => name.endsWith('.mjs'))

// Three builds take ten seconds on idle cores.
test(
  'a build that is outdated is refused and replaced at once, and its files stay until the next one',
  { timeout: 300_000 },
  async () => {
    expect(await setUp('built')).toMatchObject({
      code: 1,
      errors: 'setup: the service is not built from the present sources; run: node setup.mjs start\n',
    })
    expect(await setUp('service')).toMatchObject({ code: 0 })
    expect(await setUp('built')).toEqual({ code: 0, errors: '' })
    const first = built()
    expect(first).toContain('main.mjs')

    changeSource(`\nexport const changed = (() => console.log('first change'))()\n`)
    expect(await setUp('built')).toMatchObject({ code: 1 })
    let missing = 0
    const watch = () => void (missing += existsSync(path.join(copy, 'service/dist/main.mjs')) ? 0 : 1)
    expect(await setUp('service', watch)).toMatchObject({ code: 0 })
    expect(missing).toBe(0)
    const second = built()
    expect(second).toEqual(expect.arrayContaining(first))

    changeSource(`\nexport const again = (() => console.log('second change'))()\n`)
    expect(await setUp('service')).toMatchObject({ code: 0 })
    expect(built()).not.toEqual(expect.arrayContaining(first))
    expect(readdirSync(path.join(copy, 'service')).filter((name) => name.startsWith('dist'))).toEqual([
      'dist',
    ])
  },
)
