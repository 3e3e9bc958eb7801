// Creates a store with the code of an earlier commit:
// node tests/upgrades/make-store.ts <worktree of the commit> <sqlite|postgres>
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { iso } from '#tests/build-events.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { startPostgres } from '#tests/postgres/start-postgres.ts'
import { type KeptStore, readFiles, writeKeptStore } from './kept-store.ts'
import { type OldVersion, oldVersion } from './old-version.ts'
import { type PostgresDump, dumpRows } from './postgres-rows.ts'
import { readReport, readSettledReports } from './read-reports.ts'
import { person, visitOldVersion } from './visit-old-version.ts'

const size = { days: 6, runs: 70 }
const minute = 60 * 1000
const day = 24 * 60 * minute

interface Rows {
  rows: { number: string; runId: string; status: string }[]
}

/** Fills a store by running the demo, service and commands of the earlier version. Returns it with its reports. */
async function fill({ commit, startDemo, command, hasCommand }: OldVersion): Promise<KeptStore> {
  const service = await startDemo(size)
  try {
    await visitOldVersion(service.url)
    const at = Date.now()
    const range = { from: iso(at - (size.days + 1) * day).slice(0, 10), to: iso(at + day).slice(0, 10) }
    const first = Object.entries(await readSettledReports(service.url, range))
    const listed = (name: string) =>
      (first.find(([report]) => report.startsWith(`/api/reports/${name}?`))![1] as Rows).rows
    const erased = listed('orders').find(({ status }) => status === 'paid')!
    // Versions that send letters ask before they erase an order whose letter has not been sent.
    command('privacy', 'erase', '--order', erased.number, ...(hasCommand('orders') ? ['--yes'] : []))
    const excludedRun = hasCommand('runs')
      ? listed('runs').find(({ status }) => status !== 'completed')!.runId
      : null
    if (!listed('deliveries').some(({ runId }) => runId !== excludedRun))
      throw new Error('No message is pending: the demo depends on the time of day, so try more runs')
    if (excludedRun !== null) command('runs', 'exclude', excludedRun)
    await untilNothingIsDue(service.url)
    return {
      commit,
      reports: await readSettledReports(service.url, range),
      at: Date.now(),
      person: { email: person, export: JSON.parse(command('privacy', 'export', '--email', person)) },
      excludedRun,
      files: {},
    }
  } finally {
    await service.stop()
  }
}

/** Waits until no message becomes due within a minute, because a service that starts on a copy would send it. */
async function untilNothingIsDue(url: string): Promise<void> {
  for (;;) {
    const { rows } = (await readReport(url, '/api/reports/deliveries?state=pending')) as {
      rows: { nextAttemptAt: string }[]
    }
    // Messages that have been due for longer wait for an earlier message of their run.
    const isNear = (at: number) => Math.abs(at - Date.now()) < minute
    if (!rows.some(({ nextAttemptAt }) => isNear(Date.parse(nextAttemptAt)))) return
    await sleep(1000)
  }
}

/**
 * Returns the contents of the database. The SQL for the schema of the job queue comes from the earlier version's
 * pg-boss.
 */
async function dump(worktree: string, url: string): Promise<PostgresDump> {
  const boss = (await import(path.join(worktree, 'node_modules/pg-boss/dist/index.js'))) as {
    getConstructionPlans: (schema: string) => string
  }
  const landed = readdirSync(path.join(worktree, 'migrations/postgres'))
  return {
    migrations: landed.filter((name) => name.endsWith('.sql')).length,
    queueSchema: boss.getConstructionPlans('jobs'),
    tables: await dumpRows(url),
  }
}

async function makeStore(worktree: string, engine: string): Promise<KeptStore> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'formlotse-upgrade-'))
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const version = oldVersion(worktree, {
    ...secrets,
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: dataFolder,
    RATE_LIMIT: 'off',
    // Use a long period, so that no run lapses while the reports are read.
    LAPSE_AFTER_MS: String(day),
    // No mail server listens on this port, so e-mails stay pending.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'support@formlotse.example',
    ...(postgres && { DATABASE_URL: postgres.url() }),
  })
  const filled = await fill(version)
  const store = {
    ...filled,
    files: readFiles(dataFolder),
    ...(postgres && { dump: await dump(worktree, postgres.url()) }),
  }
  writeKeptStore(engine, store, dataFolder)
  await postgres?.remove()
  rmSync(dataFolder, { recursive: true })
  return store
}

const [worktree = '', engine = ''] = process.argv.slice(2)
if (!existsSync(path.join(worktree, 'package.json')) || !['sqlite', 'postgres'].includes(engine)) {
  console.error('usage: node tests/upgrades/make-store.ts <worktree of the earlier commit> <sqlite|postgres>')
  process.exit(2)
}
const { commit, reports, files } = await makeStore(path.resolve(worktree), engine)
console.log(`${commit}: ${Object.keys(reports).length} reports, ${Object.keys(files).length} files`)
