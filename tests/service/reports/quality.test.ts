import { expect, onTestFinished, test } from 'vitest'
import { qualityContract } from '#domain/reports/quality/shape.ts'
import { noon } from '#tests/build-events.ts'
import { day, openReports, run } from './open-reports.ts'

test('reports received, counted and rejected events by day, with the reasons of rejections', async () => {
  const reports = await openReports()
  onTestFinished(() => reports.service.close())
  const start = run()('start', noon)
  await reports.send({ at: noon }, start)
  await reports.send({ at: noon }, start)
  await reports.send({ at: noon, userAgent: 'Googlebot/2.1' }, run()('start', noon))
  const issues = [{ path: 'data.seconds', code: 'invalid_type' }]
  const rejected = [{ receivedAt: noon, type: 'step', funnel: 'anmeldung', issues }]
  await reports.service.store.log.append({ events: [], rejected, now: noon, dedupeWindowMs: 0 })
  const response = await reports.get('quality?from=2026-11-19&to=2026-11-20')
  expect(response.status, await response.clone().text()).toBe(200)
  const report = qualityContract.shape.parse(await response.json())
  const sums = { received: 4, duplicates: 1, rejected: 1, stored: 2, replayed: 0, robots: 1, counted: 1 }
  expect(report.totals).toEqual(sums)
  expect(report.days).toMatchObject([
    { day: '2026-11-19', received: 0 },
    { day: '2026-11-20', ...sums },
  ])
  const csv = await (await reports.get('quality.csv?from=2026-11-19&to=2026-11-20')).text()
  expect(csv).toContain('day,2026-11-20,,4,1,1,2,0,1,1,0,0,0,0,')
  expect(report.rejections).toMatchObject([{ type: 'step', funnel: 'anmeldung', ...issues[0], count: 1 }])
})

test('reports lost tracking before orders by browser and day', async () => {
  const reports = await openReports()
  onTestFinished(() => reports.service.close())
  const [lossy, whole] = [run(), run()]
  // Four events are expected before the order: `start` and three steps. Only `start` and step 1 are received, step 1
  // twice.
  const twice = [lossy('step', noon + 1000), lossy('step', noon + 2000, { data: { seconds: 9 } })]
  await reports.send({ at: noon }, lossy('start', noon), ...twice, lossy('complete', noon + 3000))
  await reports.send(
    { at: noon + day, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    whole('start', noon + day),
    ...[1, 2, 3].map((step) => whole('step', noon + day + step, { step })),
    whole('complete', noon + day + 9000),
    run()('start', noon + day),
  )
  const response = await reports.get('quality?from=2026-11-20&to=2026-11-22')
  const { tracking } = qualityContract.shape.parse(await response.json())
  const [lost, kept] = [
    { orders: 1, expected: 4, missing: 2, lossRate: 0.5 },
    { orders: 1, expected: 4, missing: 0, lossRate: 0 },
  ]
  expect(tracking).toEqual({
    orders: 2,
    expected: 8,
    missing: 2,
    lossRate: 0.25,
    browsers: [
      { browser: 'Chrome', ...lost },
      { browser: 'Firefox', ...kept },
    ],
    days: [
      { day: '2026-11-20', ...lost },
      { day: '2026-11-21', ...kept },
      { day: '2026-11-22', orders: 0, expected: 0, missing: 0, lossRate: 0 },
    ],
  })
})
