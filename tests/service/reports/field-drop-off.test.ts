import { afterAll, beforeAll, expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import type { WireEventInput } from '#domain/events/wire-events.ts'
import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import { noon } from '#tests/build-events.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { reportedFaults } from '#web/features/funnel/form/reported-faults.ts'
import { type Reports, minute, openReports, run } from './open-reports.ts'

const today = berlinDate(noon)

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
})
afterAll(() => reports.service.close())

/**
 * Returns the events that the page sends for a visitor whose form has the given issues: a start, and an `invalid` for
 * each step with issues.
 */
function stopped(funnel: string, version: number, issues: ReturnType<typeof checkForm>['issues']) {
  const visitor = run()
  const at = (step: number) => ({ funnel, funnelVersion: version, step })
  const events: WireEventInput[] = [visitor('start', noon, at(1))]
  for (const step of new Set(issues.map((issue) => issue.step))) {
    const fields = reportedFaults(issues.filter((issue) => issue.step === step))
    events.push(visitor('invalid', noon + minute, { ...at(step), data: { fields } }))
  }
  return events
}

test.each(allCases(today).map((cases) => [cases.funnel.type, cases] as const))(
  '%s: the report contains field and rule of every value that the form refuses',
  async (type, { funnel, broken }) => {
    const events = broken.flatMap(({ form }) =>
      stopped(type, funnel.version, checkForm(funnel, form, today).issues),
    )
    // 50 is the maximum number of events in a request.
    while (events.length > 0) await reports.send({ at: noon + 2 * minute }, ...events.splice(0, 50))
    const response = await reports.get(`drop-off?funnel=${type}&from=2026-11-20&to=2026-11-20`)
    const { invalid } = (await response.json()) as DropOffReport
    const reported = new Set(invalid.map(({ step, field, rule }) => `${step} ${field} ${rule}`))
    const refused = broken.flatMap(({ form, path, rule }) =>
      checkForm(funnel, form, today)
        .issues.filter((issue) => issue.field === path && issue.rule === rule)
        .map(({ step }) => `${step} ${path} ${rule}`),
    )
    expect(refused.length).toBeGreaterThanOrEqual(broken.length)
    expect([...new Set(refused)].filter((one) => !reported.has(one))).toEqual([])
  },
)
