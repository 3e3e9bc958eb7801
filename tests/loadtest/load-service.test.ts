import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadOwnService } from '../../loadtest/load-service.ts'
import { visit } from './visit-service.ts'

// The real service and receiver with a load that needs no k6: `npm run loadtest -- smoke` has the real one.

let folder: string
// Nobody waits for company here, so that the test is quick.
const settings = { LANE_WAIT_MS: '100' }
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-loadtest-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a load on a real service is conserved, up to the receiver', { timeout: 90_000 }, async () => {
  const { findings } = await loadOwnService({ folder, settings }, (url) => visit(url, { visitors: 40 }))
  expect(findings.filter(({ faults }) => faults.length > 0)).toEqual([])
  const found = new Map(findings.map((finding) => [finding.what, finding.found]))
  expect(found.get('sent = acknowledged')).toBeGreaterThan(100)
  expect(found.get('answered duplicate = stands for its first')).toBeGreaterThan(3)
  expect(found.get('runs in the log = runs projected')).toBe(40)
  expect(found.get('owed = delivered')).toBeGreaterThan(100)
})

test('a record that leaves one event out is found', { timeout: 90_000 }, async () => {
  const { findings } = await loadOwnService({ folder, settings }, async (url) => {
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
  'a load on the stack is conserved although a replica is killed and PostgreSQL is shut down at once',
  { timeout: 180_000 },
  async () => {
    const own = { folder, settings, kind: 'stack', kill: { time: 0.2 } } as const
    const { findings, disturbances } = await loadOwnService(own, (url) =>
      visit(url, { visitors: 40, pauseMs: 1500 }),
    )
    expect(findings.filter(({ faults }) => faults.length > 0)).toEqual([])
    const events = disturbances.map(({ what }) => what)
    expect(events.slice(0, 4)).toEqual([
      'ingest-1 killed',
      'ingest-1 is back',
      'postgres killed',
      'postgres is back',
    ])
    const found = new Map(findings.map((finding) => [finding.what, finding.found]))
    expect(found.get('positions without a gap')).toBeGreaterThan(100)
    expect(found.get('owed = delivered')).toBeGreaterThan(100)
  },
)
