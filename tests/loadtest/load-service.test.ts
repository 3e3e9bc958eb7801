import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EnvelopeInput } from '#domain/events.ts'
import { loadOwnService } from '../../loadtest/load-service.ts'
import { readRecord, recordLine } from '../../loadtest/record.ts'
import type { Load } from '../../loadtest/run-k6.ts'
import { walkJourneys } from './walk-journeys.ts'

// The real service and receiver with a load that needs no k6: `npm run loadtest -- smoke` has the real one.

let folder: string
// Nobody waits for company here, so that the test is quick.
const settings = { LANE_WAIT_MS: '100' }
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-loadtest-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function post(url: string, envelope: EnvelopeInput): Promise<string> {
  const response = await fetch(`${url}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope),
  })
  const { results } = (await response.json()) as { results: Parameters<typeof recordLine>[1] }
  return recordLine(envelope, results)
}

/** All visitors at once, each one act after the other without a pause. */
async function visit(url: string): Promise<Load> {
  const lines = await Promise.all(
    walkJourneys(40, { seed: 3, start: Date.now() }).map(async (journey) => {
      const told: string[] = []
      for (const { envelopes } of journey)
        told.push(...(await Promise.all(envelopes.map((envelope) => post(url, envelope)))))
      return told
    }),
  )
  const summary = { metrics: {}, state: { testRunDurationMs: 1000 } }
  const series = { startedAt: 0, stepSeconds: 1, moments: [] }
  return { record: readRecord(`${lines.flat().join('\n')}\n`), summary, series }
}

test('a load on a real service is conserved, up to the receiver', { timeout: 90_000 }, async () => {
  const { findings } = await loadOwnService({ folder, settings }, visit)
  expect(findings.filter(({ faults }) => faults.length > 0)).toEqual([])
  const found = new Map(findings.map((finding) => [finding.what, finding.found]))
  expect(found.get('sent = acknowledged')).toBeGreaterThan(100)
  expect(found.get('answered duplicate = stands for its first')).toBeGreaterThan(3)
  expect(found.get('runs in the log = runs projected')).toBe(40)
  expect(found.get('owed = delivered')).toBeGreaterThan(100)
})

test('a record that leaves one event out is found', { timeout: 90_000 }, async () => {
  const { findings } = await loadOwnService({ folder, settings }, async (url) => {
    const load = await visit(url)
    const [left] = load.record.acknowledged
    const acknowledged = load.record.acknowledged.filter(({ id }) => id !== left!.id)
    return { ...load, record: { ...load.record, acknowledged } }
  })
  expect(findings.filter(({ faults }) => faults.length > 0).map(({ what }) => what)).toEqual([
    'in the log = sent',
  ])
})
