// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadOwnService } from '#loadtest/target/load-service.ts'
import { startTarget } from '#loadtest/target/target.ts'
import type { Finding } from '#loadtest/evidence/evidence.ts'
import { visit } from '#tests/loadtest/visit-service.ts'
import { compileCache } from '#tests/speed/program-paths.ts'

// These tests do the same as `npm run loadtest`, but without k6: they send the requests themselves.

let folder: string
// The service waits only briefly for more events before a commit. This keeps the tests fast.
const settings = { ...compileCache, LANE_WAIT_MS: '100' }
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-loadtest-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const faultsOf = (findings: readonly Finding[]) =>
  findings.flatMap(({ what, faults }) => faults.map((fault) => `${what}: ${fault}`))

test('every event of a load reaches the log and the receiver', { timeout: 90_000 }, async () => {
  const { findings } = await loadOwnService({ folder, settings, start: startTarget.sqlite }, (url) =>
    visit(url, { visitors: 40 }),
  )
  expect(faultsOf(findings)).toEqual([])
  const found = new Map(findings.map((finding) => [finding.what, finding.found]))
  expect(found.get('sent = acknowledged')).toBeGreaterThan(100)
  expect(found.get('duplicates = repeats of a stored event')).toBeGreaterThan(3)
  expect(found.get('runs in the log = runs projected')).toBe(40)
  expect(found.get('enqueued = delivered')).toBeGreaterThan(100)
})

test('detects a record in which one event is missing', { timeout: 90_000 }, async () => {
  const { findings } = await loadOwnService({ folder, settings, start: startTarget.sqlite }, async (url) => {
    const load = await visit(url, { visitors: 40 })
    const [left] = load.record.acknowledged
    const acknowledged = load.record.acknowledged.filter(({ id }) => id !== left!.id)
    return { ...load, record: { ...load.record, acknowledged } }
  })
  expect(findings.filter(({ faults }) => faults.length > 0).map(({ what }) => what)).toEqual([
    'in the log = sent',
  ])
})

test(
  'loses nothing on the stack when a replica and PostgreSQL are killed',
  { timeout: 180_000 },
  async () => {
    const own = { folder, settings, start: startTarget.stack, kill: { time: 0.1 } }
    const { findings, disturbances } = await loadOwnService(own, (url) =>
      visit(url, { visitors: 40, pauseMs: 3000 }),
    )
    expect(faultsOf(findings)).toEqual([])
    const events = disturbances.map(({ what }) => what)
    expect(events.slice(0, 4)).toEqual([
      'ingest-1 killed',
      'ingest-1 is back',
      'postgres killed',
      'postgres is back',
    ])
    const found = new Map(findings.map((finding) => [finding.what, finding.found]))
    expect(found.get('positions without gaps')).toBeGreaterThan(100)
    expect(found.get('enqueued = delivered')).toBeGreaterThan(100)
  },
)

test('loses nothing while the services are upgraded one after the other', { timeout: 180_000 }, async () => {
  // The earlier commit is this one. `npm run loadtest -- load --stack --upgrade <commit>` upgrades from another one.
  const tree = path.resolve(import.meta.dirname, '../../..')
  const own = { folder, settings, start: startTarget.stack, upgrade: { tree, time: 0.1 } }
  const { findings, disturbances } = await loadOwnService(own, (url, upgraded) =>
    visit(url, { visitors: 10, pauseMs: 500, until: upgraded }),
  )
  expect(faultsOf(findings)).toEqual([])
  expect(disturbances.map(({ what }) => what)).toEqual(
    ['ingest-1', 'projections', 'forwarding', 'ingest-2'].flatMap((name) => [
      `${name} stops`,
      `${name} is upgraded`,
    ]),
  )
})
