import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { runContract } from '#domain/reports/run/shape.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { archiveAll, endedRun, uuidOf } from './old-world.ts'
import { withNewestSchema } from '#tests/speed/new-database.ts'
import { type Reports, minute, openReports } from '#tests/service/reports/open-reports.ts'

const rangePositions = 12

let reports: Reports
let folder: string
const range = 'from=2026-11-20&to=2026-11-20'

/** Requests a report until it is computed. */
async function get(report: string): Promise<Response> {
  for (;;) {
    const response = await reports.get(report)
    if (response.status !== 202) return response
  }
}

const figuresAsOf = async (asOf: number | string) => {
  const paths = [
    'overview',
    'drop-off?funnel=anmeldung',
    'attribution?model=last&by=source',
    'runs?figure=runs',
  ]
  const read = []
  for (const report of paths) {
    const response = await get(`${report}${report.includes('?') ? '&' : '?'}${range}&asOf=${asOf}`)
    const { since: _, ...figures } = (await response.json()) as { since?: unknown }
    read.push(figures)
  }
  return read
}

async function readRun(name: string) {
  const response = await get(`runs/${uuidOf(name)}`)
  expect(response.status).toBe(200)
  return runContract.shape.parse(await response.json())
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'formlotse-archived-'))
  const file = withNewestSchema(path.join(folder, 'formlotse.db'))
  reports = await openReports({
    openStore: (piiKey) => openSqliteStore({ file, piiKey, exclusive: true, rangePositions }),
  })
  const { append, service } = reports
  for (let index = 0; index < 6; index++)
    await append(...endedRun(`run ${index}`, { at: noon + 10 * index * minute, everyMs: minute }))
  service.clock.set(noon + 120 * minute)
  await reports.catchUp()
})
afterAll(async () => {
  await reports.service.close()
  await rm(folder, { recursive: true, force: true })
})

test('reports of archived positions are refused, and those of later ones stay the same', async () => {
  const { service, append } = reports
  const { store } = service
  const before = [await figuresAsOf(13), await figuresAsOf(15)]
  await archiveAll(store, path.join(folder, 'log-archive'))
  expect(await store.archive.end()).toBe(rangePositions)
  // A late event of an archived run does not change what was known before it.
  await append(storedEvent('abandon', { id: uuidOf('late'), runId: uuidOf('run 0'), at: noon }))
  await reports.catchUp()
  expect([await figuresAsOf(13), await figuresAsOf(15)]).toEqual(before)
  for (const asOf of ['5', '12', '2026-11-20T11:05']) {
    const response = await get(`overview?${range}&asOf=${asOf}`)
    expect(response.status, asOf).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'urn:formlotse:problem:moment-archived',
      parameter: 'asOf',
      earliestPosition: 13,
      earliestTime: '2026-11-20T10:40:00.000Z',
      detail:
        'asOf: earlier events were archived. The earliest position is 13, which the log reached at 2026-11-20T10:40:00.000Z.',
    })
  }
  const byTime = await get(`overview?${range}&asOf=2026-11-20T11:41`)
  expect(await byTime.json()).toMatchObject({ asOfPosition: 14 })
})

describe('the report of one run', () => {
  test('says that its events were archived, and shows the rest', async () => {
    expect(await readRun('run 1')).toMatchObject({
      isArchived: true,
      events: [],
      run: { runId: uuidOf('run 1'), status: 'abandoned' },
    })
    expect((await readRun('run 0')).events.map(({ type }) => type)).toEqual(['abandon'])
  })

  test('of a run that is not archived has all events', async () => {
    const report = await readRun('run 5')
    expect(report.isArchived).toBe(false)
    expect(report.events).toHaveLength(3)
  })
})

test('the first time of the log stays known', async () => {
  expect(await (await get('moment?position=13')).json()).toMatchObject({
    firstTime: '2026-11-20T10:00:00.000Z',
  })
})
