// @module-tag slow
import { shiftDay } from '#domain/reports/day-range.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { type AlertsReport, alertsContract } from '#domain/reports/alerts/shape.ts'
import { annotationsContract } from '#domain/reports/annotations/shape.ts'
import { inboxContract } from '#domain/reports/inbox/shape.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { recordAlerts } from '#service/alerts/record-alerts.ts'
import { readAlertRecords } from '#service/reports/inbox/read-alerts.ts'
import { reportRoutes } from '#service/reports/routes.ts'
import { noon } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { allVariants } from '#tests/variants.ts'
import { fillStore } from '#tools/demo/fill.ts'

// The demo has four faults: all IBANs are rejected on one day, an old page sends a removed field on another one, and the
// receiver of the webhook is down for ten hours and gone at the end.

const piiKey = randomBytes(32)
const databases = postgresDatabases('file')
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** As many visits per day as in the whole demo of 90 days. */
const short = { days: 36, visits: 2800 }

const engines = [
  {
    name: 'SQLite',
    ...(allVariants ? { days: 90, visits: 7000 } : short),
    async open() {
      const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-'))
      folders.push(folder)
      return openSqliteStore({ file: path.join(folder, 'formlotse.db'), piiKey, exclusive: true })
    },
  },
  {
    name: 'PostgreSQL',
    // PostgreSQL takes longer, and only its SQL differs.
    ...short,
    open: async () => openPostgresStore({ url: await databases.url(), piiKey, supervise: false }),
  },
]

describe.each(engines)('the alerts of the demo, on $name', { timeout: 300_000 }, ({ days, visits, open }) => {
  test('name the planted faults and nothing else', async () => {
    const store = await open()
    await fillStore({ store, piiKey, until: noon, visits, days })
    const routes = reportRoutes({
      store,
      webhookConfigured: false,
      testPayments: false,
      letterService: false,
      access: (_, next) => next(),
      unpaid: defaultPeriods.unpaid,
      now: () => noon,
    })
    const today = berlinDay(noon)
    const dayBefore = (number: number) => shiftDay(today, -number)
    const read = async (from: string, to: string) => {
      const response = await routes.request(`/api/reports/alerts?from=${from}&to=${to}`)
      expect(response.status, await response.clone().text()).toBe(200)
      return alertsContract.shape.parse(await response.json())
    }
    const { alerts } = await read(dayBefore(days), today)
    const withCampaigns = alerts.map(({ day, kind, field, rule }) => [day, kind, field ?? rule])
    expect(withCampaigns).toEqual([
      [dayBefore(9), 'rejected', null],
      [dayBefore(5), 'message', 'iban'],
      [dayBefore(1), 'delivery', 'webhook'],
      [today, 'receiver_stopped', 'webhook'],
    ])
    const [rejected, iban, delivery, stopped] = alerts as [Alert, Alert, Alert, Alert]
    expect(rejected).toMatchObject({
      rejectedFields: ['adresszusatz'],
      lostOrders: null,
      lostRevenueCents: null,
    })
    expect(rejected.faulty).toBeGreaterThan(20)
    expect(iban).toMatchObject({
      step: iban.funnels.length === 1 ? 3 : null,
      rule: 'format',
      slices: [],
      // The release of this day broke the check, and the one of the next day repaired it.
      release: 'demo-2',
    })
    expect(iban.funnels).toContain('anmeldung')
    expect(berlinDay(Date.parse(iban.foundAt) - 1)).toBe(iban.day)
    expect(iban.closedAt).not.toBeNull()
    expect(berlinDay(Date.parse(iban.lastAt!) - 1)).toBe(iban.day)
    expect(iban.lostOrders).toBeGreaterThan(2)
    expect(iban.lostRevenueCents! / iban.lostOrders!).toBeGreaterThan(2000)
    expect(delivery.faulty).toBeGreaterThan(15)
    expect(stopped.closedAt).toBeNull()

    // An alert is the same, however long before it the range begins.
    const alone = await read(iban.day, dayBefore(3))
    expect(alone.alerts.map(({ id, closedAt }) => [id, closedAt])).toEqual([[iban.id, iban.closedAt]])

    const evaluate = (at = noon) => recordAlerts({ store, switchedOff: [], now: () => at })
    // Processes that evaluate at the same time record a fault once.
    const results = await Promise.all([evaluate(), evaluate(), evaluate()])
    expect(results.filter(({ stored }) => stored > 0)).toHaveLength(1)
    expect((await evaluate()).stored).toBe(0)
    const recorded = await readAlertRecords(store.operations)
    expect(recorded.map(({ alert, closed }) => [alert.kind, closed && closed.data.reason])).toEqual([
      ['rejected', 'over'],
      ['message', 'over'],
      ['delivery', 'over'],
      ['receiver_stopped', null],
    ])
    // Only what was found in the last 48 hours is announced.
    expect(recorded.map(({ opened }) => opened.data.silent ?? false)).toEqual([true, true, false, false])
    const inbox = inboxContract.shape.parse(await (await routes.request('/api/reports/inbox')).json())
    expect(inbox.open.map(({ alert }) => alert.kind)).toEqual(['receiver_stopped'])
    expect(inbox.closed.map(({ alert }) => alert.kind)).toEqual(['delivery', 'message', 'rejected'])
    // The average price, and so the lost revenue, is that of all days that are read.
    const { lostRevenueCents: _lostRevenueCents, ...figures } = iban
    expect(inbox.closed[1]!.alert).toMatchObject(figures)
    expect(inbox.closed[2]!.alert.rejectedFields).toEqual(['adresszusatz'])
    const range = `from=${dayBefore(days)}&to=${today}`
    const noted = annotationsContract.shape.parse(
      await (await routes.request(`/api/reports/annotations?${range}`)).json(),
    )
    expect(
      noted.annotations.flatMap(({ kind, day, alert }) => (alert ? [[day, kind, alert.kind]] : [])),
    ).toEqual([
      [dayBefore(9), 'alert_opened', 'rejected'],
      [dayBefore(9), 'alert_closed', 'rejected'],
      [dayBefore(5), 'alert_opened', 'message'],
      [dayBefore(5), 'alert_closed', 'message'],
      [dayBefore(1), 'alert_opened', 'delivery'],
      [berlinDay(Date.parse(delivery.lastAt!) - 1), 'alert_closed', 'delivery'],
      [today, 'alert_opened', 'receiver_stopped'],
    ])
    await store.close()
  })
})

type Alert = AlertsReport['alerts'][number]
