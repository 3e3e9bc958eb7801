import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import { weeklyReportEmail } from '#service/emails/weekly-report/weekly-report-email.ts'
import { weeksToCompare } from '#domain/weekly-report/past-changes.ts'
import { type WeeklyData, weeklyReport } from '#domain/weekly-report/weekly-report.ts'
import {
  alertOf,
  fieldRow,
  fieldsOf,
  inboxOf,
  overviewOf,
  pastOf,
  sevenDays,
  trendOf,
  waitingOrders,
  weekBefore,
  weeklyData,
} from '#tests/domain/weekly-report/weekly-data.ts'

const none = { runs: 0, orders: 0, netRevenueCents: 0 }

/** Data of a week in which much happened. `mark` is added to the values that visitors or scripts provide. */
function eventfulWeek(mark: string): WeeklyData {
  const [last, earlier] = weeksToCompare(weekBefore)
  const since = { position: 700, at: Date.parse('2026-11-16T07:00:00+01:00') }
  const busier = sevenDays({ runs: 66, orders: 9, netRevenueCents: 4 * 4999 })
  const hours = { startedAt: '2026-11-18T09:00:00.000Z', lastAt: '2026-11-18T19:00:00.000Z' }
  const ofSite = { ...hours, funnels: [], step: null, field: null, rule: null, lostOrders: null }
  return weeklyData({
    overview: overviewOf(busier, sevenDays()),
    trends: [trendOf('anmeldung', [60, 6, 6, 6, 6], [66, 20, 6, 6, 6])],
    past: {
      since,
      weeks: [
        {
          week: last!,
          before: pastOf(),
          now: pastOf({ netRevenueCents: 204_998, paid: 47, withdrawn: 2, runs: 399 }),
        },
        { week: earlier!, before: pastOf(), now: pastOf({ refunded: 1, failed: 1 }) },
      ],
    },
    inbox: inboxOf(
      alertOf(),
      alertOf({ kind: 'loss', step: 2, field: null, rule: null, ...hours }),
      alertOf({ ...ofSite, kind: 'rejected', lostRevenueCents: null }),
      alertOf({ ...ofSite, kind: 'delivery', lostRevenueCents: null }),
      alertOf({
        ...ofSite,
        kind: 'receiver_stopped',
        watched: null,
        usualRate: null,
        lostRevenueCents: null,
      }),
      alertOf({
        ...hours,
        kind: 'orders',
        step: null,
        field: null,
        rule: null,
        usualCount: 9.4,
        usualRate: null,
      }),
      alertOf({ ...ofSite, kind: 'tracking', lostRevenueCents: null }),
    ),
    fields: [
      fieldsOf('anmeldung', [
        { ...fieldRow('iban', 'format', [47_500, 85_400, 123_500]), label: `IBAN${mark}` },
        fieldRow('email', 'required', [-1000, 5000, 9000]),
      ]),
    ],
    waiting: waitingOrders(3),
  })
}

/** Returns drafts of weekly reports, by name. */
export function everyWeeklyReport(publicUrl: string, mark = ''): Record<string, EmailDraft> {
  const draft = (data: WeeklyData) =>
    weeklyReportEmail(weeklyReport(data), {
      publicUrl,
      unsubscribeUrl: `${publicUrl}/wochenbericht/abmelden?t=${'A1b2'.repeat(11)}`,
    })
  return {
    'weekly report': draft(eventfulWeek(mark)),
    'quiet weekly report': draft(weeklyData({ past: { since: { position: 1, at: 0 }, weeks: [] } })),
    'empty weekly report': draft(weeklyData({ overview: overviewOf(sevenDays(none), sevenDays()) })),
    'weekly report of a part of a week': draft(
      weeklyData({ firstDay: '2026-11-18', waiting: waitingOrders(1) }),
    ),
    'first weekly report': draft(weeklyData({ firstDay: '2026-11-12' })),
  }
}
