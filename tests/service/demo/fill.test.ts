import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fillStore } from '#service/demo/fill.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { openProjectedStore } from '../projections/projected-store.ts'

const day = 24 * 3600 * 1000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function filled() {
  const opened = await openProjectedStore()
  const { store, piiKey, close } = opened
  const counts = await fillStore({ store, piiKey, until: noon, visits: 260, days: 8 })
  const range = { from: dayOf(noon - 8 * day), to: dayOf(noon) }
  const ofFunnel = (funnel: string, from = range.from, to = range.to) =>
    store.reports.dropOff({ funnel, from, to, segment: {} })
  const funnels = await Promise.all(
    ['anmeldung', 'abmeldung', 'zusaetzlich', 'aenderung'].map((one) => ofFunnel(one)),
  )
  const badDay = await ofFunnel('anmeldung', dayOf(noon - 6 * day), dayOf(noon - 4 * day))
  const credits = await store.reports.attribution({ ...range, model: 'linear', by: 'campaign' })
  await close()
  return { counts, funnels, badDay, credits }
}

test('the demo gives the same figures from the same seed, orders in every funnel, and a day that broke a field', async () => {
  const one = await filled()
  expect(one.counts.rejected).toBe(0)
  for (const { measures } of one.funnels)
    expect(measures.find(({ measure }) => measure === 'completed')?.runs).toBeGreaterThan(0)
  expect(one.badDay.measures.map(({ measure }) => measure)).toContain('invalid:3:iban:format')
  expect(one.credits.rows.length).toBeGreaterThan(4)
  expect(await filled()).toEqual(one)
}, 60_000)

test('the demo refuses a store that is not empty', async () => {
  const opened = await openProjectedStore()
  await opened.append(storedEvent('start'))
  // The service's own lock: the demo must be alone with the file.
  await opened.store.close()
  const env = { ...opened.env, PORT: '0', PATH: process.env['PATH'] }
  const command = promisify(execFile)(process.execPath, ['service/demo/run.ts'], { env, timeout: 20_000 })
  await expect(command).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })
})
