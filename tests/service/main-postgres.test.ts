import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { secrets } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

// Starts the service in a separate process, as `npm start` does with DATABASE_URL.

const databases = postgresDatabases()
const services = serviceProcesses()
let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(async () => {
  await services.killAll()
  temporary.remove()
})
const dataFolder = () => path.join(temporary.folder, 'data')

/** Module that prints which packages of the database engines are loaded, in all threads of a process. */
const tellLoaded = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    const [, name] = /node_modules\\/(pg|pg-boss|better-sqlite3)\\//.exec(url) ?? []
    if (name) writeSync(1, 'loads ' + name + '\\n')
    return next(url, context)
  } })`)}`

async function loadedBy(env: Record<string, string>): Promise<Set<string>> {
  const service = await services.start({ ...env, NODE_OPTIONS: `--import=${tellLoaded}` })
  return new Set([...service.output().matchAll(/^loads (.*)$/gm)].map(([, name]) => name!))
}

describe('start with PostgreSQL', { timeout: 60_000 }, () => {
  test('prints the location of the data without the password, and writes nothing to the data folder', async () => {
    const url = await databases.url()
    const service = await services.start({ ...secrets, DATABASE_URL: url, DATA_DIR: dataFolder() })
    const { host, pathname, password } = new URL(url)
    expect(service.output()).toContain(`The data is in PostgreSQL at ${host}${pathname}\n`)
    expect(service.output() + service.errors()).not.toContain(password)
    expect(existsSync(dataFolder())).toBe(false)
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(service.errors()).toBe('')
  })

  test('loads no code of the other engine, and neither does SQLite', async () => {
    const sqlite = await loadedBy({ ...secrets, DATA_DIR: dataFolder() })
    expect(sqlite).toEqual(new Set(['better-sqlite3']))
    const postgres = await loadedBy({ ...secrets, DATABASE_URL: await databases.url() })
    expect(postgres).toEqual(new Set(['pg', 'pg-boss']))
  })

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'no secrets',
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
      /^PII_KEY is missing: .*\nREPORTS_TOKEN is missing: .*\nREPORTS_PASSWORD is missing: .*\nORDERS_PASSWORD is missing: .*\n$/,
    ],
    [
      'a database that cannot be reached',
      { ...secrets, DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
      /^.*ECONNREFUSED.*\n$/,
    ],
    ['an unknown role', { ...secrets, ROLES: 'mail' }, /^ROLES is wrong: read "mail", allowed: .*\n$/],
  ])('with %s prints a line each and exits with 1', async (_, env, lines) => {
    const service = services.spawn({ ...env, DATA_DIR: dataFolder() })
    expect(await service.ended).toEqual({ code: 1, signal: null })
    expect(service.errors()).toMatch(lines)
    expect(service.errors()).not.toContain('hunter2')
    expect(service.output()).toBe('')
  })
})
