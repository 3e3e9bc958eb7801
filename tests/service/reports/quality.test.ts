import { expect, onTestFinished, test } from 'vitest'
import { qualitySchema } from '#domain/reports/quality-shapes.ts'
import { noon } from '#tests/build-events.ts'
import { openReports, run } from './open-reports.ts'

test('what was received is told down to what counts, by day, and why the rest was refused', async () => {
  const reports = await openReports()
  onTestFinished(() => reports.service.close())
  const start = run()('start', noon)
  await reports.send({ at: noon }, start)
  await reports.send({ at: noon }, start)
  await reports.send({ at: noon, userAgent: 'Googlebot/2.1' }, run()('start', noon))
  const issues = [{ path: 'data.seconds', code: 'invalid_type' }]
  const rejected = [{ receivedAt: noon, type: 'step', funnel: 'anmeldung', issues }]
  await reports.service.store.log.append({ events: [], rejected, now: noon, dedupeWindowMs: 0 })
  const answer = await reports.get('quality?from=2026-11-19&to=2026-11-20')
  expect(answer.status, await answer.clone().text()).toBe(200)
  const report = qualitySchema.parse(await answer.json())
  const sums = { received: 4, duplicates: 1, rejected: 1, stored: 2, robots: 1, counted: 1 }
  expect(report.totals).toEqual(sums)
  expect(report.days).toMatchObject([
    { day: '2026-11-19', received: 0 },
    { day: '2026-11-20', ...sums },
  ])
  expect(report.rejections).toMatchObject([{ type: 'step', funnel: 'anmeldung', ...issues[0], count: 1 }])
})
