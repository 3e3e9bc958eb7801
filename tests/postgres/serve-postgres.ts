// Global setup of Vitest. It provides one PostgreSQL server for all test files and starts it when a test file first
// requests it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { Postgres } from './start-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of an HTTP endpoint that returns the URL of the PostgreSQL server. */
    postgresUrl: string
  }
}

/** Name of the database that is copied for tests. It has the newest schema and no data. */
export const template = 'formlotse_template'

export async function setup(project: TestProject) {
  let starting: Promise<Postgres> | undefined
  const server = createServer((_, response) => {
    starting ??= start()
    starting.then(
      (postgres) => response.end(postgres.url()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  project.provide('postgresUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    await (await starting?.catch(() => undefined))?.remove()
  }
}

/**
 * Starts PostgreSQL without fsync, which is faster. This server is never killed: tests that kill PostgreSQL start their
 * own.
 */
async function start(): Promise<Postgres> {
  const { startPostgres } = await import('./start-postgres.ts')
  const postgres = await startPostgres({
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '400', shared_buffers: '64MB' },
  })
  const { Pool } = await import('pg')
  const { migrate } = await import('#db/postgres/connection/migrate.ts')
  const { openWakeUps } = await import('#db/postgres/replicas/wake-ups.ts')
  const admin = new Pool({ connectionString: postgres.url() })
  await admin.query(`CREATE DATABASE ${template}`)
  await admin.end()
  await migrate(postgres.url(template))
  await (await openWakeUps({ url: postgres.url(template), onError: () => {} })).close()
  return postgres
}
