import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { skewedClock } from '#tests/faults/support/preloads.ts'
import { reportsToken, secrets } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'
import { allVariants } from '#tests/variants.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import type { BreakdownReport } from '#domain/reports/drop-off/shape.ts'
import type { ListedRun, RunsReport } from '#domain/reports/runs/shape.ts'
import { startMailCatcher } from '#tools/stack/mail-catcher.ts'
import { type KeptStore, readKeptStore, unpackFiles } from './kept-store.ts'
import { readReport } from './read-reports.ts'
import { restoreDump, startClockAt } from './postgres-rows.ts'
import { asEarlier, upToPosition } from './as-earlier.ts'
import { expectedExport, expectedReports } from './expected-reports.ts'

const root = path.resolve(import.meta.dirname, '../..')
const second = 1000
const minute = 60 * second
const hour = 60 * minute

interface Deliveries {
  rows: { runId: string; sequence: number }[]
}

/** Starts a webhook receiver. It does not check signatures, because its clock differs from that of the service. */
async function startReceiver() {
  const arrived: Deliveries['rows'] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { meta } = (await json(request)) as { meta: { funnelId: string; sequence: number } }
    arrived.push({ runId: meta.funnelId, sequence: meta.sequence })
    response.end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, arrived, close: () => void server.close() }
}

type NewDimension = 'browser' | 'os' | 'channel' | 'entry' | 'consent' | 'weekday' | 'hour'

function valueOf(run: ListedRun, dimension: NewDimension): string {
  if (dimension !== 'weekday' && dimension !== 'hour') return run[dimension]
  const start = new Date(run.startedAt)
  if (dimension === 'hour')
    return start.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 2)
  return start.toLocaleDateString('en-US', { timeZone: 'Europe/Berlin', weekday: 'long' }).toLowerCase()
}

function countBy(runs: readonly ListedRun[], keyOf: (run: ListedRun) => string): Map<string, number> {
  const groups = Map.groupBy(runs, keyOf)
  return new Map([...groups].map(([key, some]) => [key, some.length]))
}

/** Commits whose stores are kept, oldest first. */
const commits = ['dffc143', '4fd1714', '16f4419', '716bcd5', '64d7da3', 'db855de']
const tested = allVariants ? commits : commits.slice(-1)

describe.each(tested)('a store of %s', (commit) => {
  describe.each(['sqlite', 'postgres'])('on %s', { timeout: 120_000 }, (engine) => {
    const services = serviceProcesses()
    const databases = postgresDatabases()
    const store: KeptStore = readKeptStore(commit, engine)
    let temporary: ReturnType<typeof temporaryFolder>
    let env: Record<string, string>

    beforeEach(async () => {
      temporary = temporaryFolder()
      const dataFolder = path.join(temporary.folder, 'data')
      unpackFiles(store, engine, dataFolder)
      env = {
        ...secrets,
        DATA_DIR: dataFolder,
        LAPSE_AFTER_MS: String(24 * hour),
        // No mail server listens on this port, so e-mails stay pending.
        SMTP_URL: 'smtp://127.0.0.1:9',
        SUPPORT_EMAIL: 'support@formlotse.example',
      }
      if (!store.dump) return
      env['DATABASE_URL'] = await databases.emptyUrl()
      await restoreDump(env['DATABASE_URL'], store.dump)
    })
    afterEach(async () => {
      await services.killAll()
      temporary.remove()
    })

    /** Sets the clock of processes started after this call to `later` ms after the creation of the store. */
    async function startClock(later: number): Promise<void> {
      const at = store.at + later
      Object.assign(env, skewedClock(at - Date.now()))
      if (store.dump) await startClockAt(env['DATABASE_URL']!, at)
    }

    test('opens, migrates and returns the same reports', async () => {
      await startClock(5 * second)
      const { url } = await services.start(env)
      const expected = expectedReports(store)
      const reports: Record<string, unknown> = {}
      for (const report of Object.keys(expected)) reports[report] = await readReport(url, report)
      const [overview] = Object.values(expected) as { asOfPosition: number }[]
      expect(upToPosition(asEarlier(reports, commit), overview!.asOfPosition)).toEqual(expected)
    })

    test(
      'counts its runs by the dimensions that earlier versions did not have',
      { tags: 'slow' },
      async () => {
        await startClock(5 * second)
        const { url } = await services.start(env)
        const [overview] = Object.keys(store.reports)
        const query = `funnel=anmeldung&${new URL(overview!, url).searchParams}`
        const runs: ListedRun[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const page = await readReport(
            url,
            `/api/reports/runs?${query}&figure=runs&funnelVersion=1${cursor && `&cursor=${cursor}`}`,
          )
          runs.push(...(page as RunsReport).rows)
          cursor = (page as RunsReport).nextCursor
        }
        expect(runs.length).toBeGreaterThan(5)
        for (const by of ['browser', 'os', 'channel', 'entry', 'consent', 'weekday', 'hour'] as const) {
          const report = `/api/reports/drop-off/breakdown?${query}&funnelVersion=1&by=${by}`
          const { rows } = (await readReport(url, report)) as BreakdownReport
          const counted = new Map(rows.map(({ key, stages }) => [key, stages[0]]))
          expect(counted).toEqual(countBy(runs, (run) => valueOf(run, by)))
        }
      },
    )

    test('still has the personal data', { tags: 'slow' }, async () => {
      await startClock(5 * second)
      await services.start(env)
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [programAt('service/commands/privacy.ts'), 'export', '--email', store.person.email],
        { cwd: root, env: { PATH: process.env['PATH'], ...compileCache, ...env } },
      )
      const exported = JSON.parse(stdout) as object
      expect({ ...exported, Stand: null }).toEqual({ ...expectedExport(store), Stand: null })
    })

    test('still sends pending messages', { tags: 'slow' }, async () => {
      const receiver = await startReceiver()
      const mailFolder = path.join(temporary.folder, 'received')
      const mail = await startMailCatcher(mailFolder, () => undefined)
      try {
        await startClock(15 * minute)
        const { url } = await services.start({ ...env, WEBHOOK_URL: receiver.url, SMTP_URL: mail.url })
        const headers = { authorization: `Bearer ${reportsToken}` }
        await fetch(`${url}/api/reports/deliveries/resume`, { method: 'POST', headers })
        const { rows } = store.reports['/api/reports/deliveries?state=pending'] as Deliveries
        const pending = rows
          .filter(({ runId }) => runId !== store.excludedRun)
          .map(({ runId, sequence }) => ({ runId, sequence }))
        expect(pending).not.toEqual([])
        await expect
          .poll(() => receiver.arrived, { timeout: 60_000 })
          .toEqual(expect.arrayContaining(pending))

        const sealed = Object.keys(store.files).filter((name) => name.startsWith('mail/outbox/'))
        const received = () =>
          readdirSync(mailFolder).map((name) => readFileSync(path.join(mailFolder, name), 'utf8'))
        await expect
          .poll(received, { timeout: 60_000 })
          .toContainEqual(expect.stringContaining('A question that waits.'))
        await expect.poll(() => received().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(sealed.length)
        expect(receiver.arrived.filter(({ runId }) => runId === store.excludedRun)).toEqual([])
      } finally {
        receiver.close()
        await mail.close()
      }
    })
  })
})
