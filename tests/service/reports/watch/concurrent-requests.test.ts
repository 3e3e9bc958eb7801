import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { handleErrors } from '#service/http/errors.ts'
import { reportRoutes } from '#service/reports/routes.ts'
import { pino } from 'pino'
import { openTestService } from '#tests/service/harness.ts'

test('requests for alerts are evaluated once if they are equal, and never at the same time', async () => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const { store, clock } = service
  const read = { running: new Set<string>(), most: 0, ranges: [] as string[] }
  // Counts which evaluations read the real store at the same time; each reads its own days.
  const counting: Store = {
    ...store,
    reports: {
      ...store.reports,
      async counts(query) {
        const key = query.by === 'browser' ? `${query.from} ${query.to}` : undefined
        if (key !== undefined) read.ranges.push(key)
        const id = `${query.from} ${read.ranges.length}`
        read.running.add(id)
        read.most = Math.max(read.most, read.running.size)
        try {
          return await store.reports.counts(query)
        } finally {
          read.running.delete(id)
        }
      },
    },
  }
  const deps = { webhookConfigured: false, testPayments: false, letterService: false, now: clock.now }
  const { unpaid } = defaultPeriods
  const app = reportRoutes({ ...deps, store: counting, unpaid, access: (_, next) => next() })
  app.onError(handleErrors(pino({ level: 'silent' })))
  const request = async (from: number) =>
    app.request(`/api/reports/alerts?from=2026-11-${String(from).padStart(2, '0')}&to=2026-11-20`)
  const equal = await Promise.all(Array.from({ length: 20 }, () => request(1)))
  expect(equal.map(({ status }) => status)).toEqual(equal.map(() => 200))
  expect(new Set(await Promise.all(equal.map((one) => one.text()))).size).toBe(1)
  expect(read.ranges).toHaveLength(1)
  const different = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(request))
  expect(different.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 503, 503])
  expect(different.at(-1)!.headers.get('retry-after')).toBe('15')
  expect(read.ranges).toHaveLength(7)
  expect(read.most).toBe(1)
})
