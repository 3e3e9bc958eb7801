import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import { createRecipients } from '#service/weekly-report/recipients.ts'
import { sendWeeklyReport } from '#service/weekly-report/send-weekly-report.ts'
import { appendServiceEvents, serviceEvent } from '#service/orders/service-events.ts'
import { ordersContract } from '#domain/reports/orders/shape.ts'
import { type InboxReport, maxClosed } from '#domain/reports/inbox/shape.ts'
import { alertOf } from '#tests/domain/weekly-report/weekly-data.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'
import { testToken } from '#tests/service/harness.ts'
import {
  type OpenedWeeklyReport,
  addresses,
  openWeeklyReport,
  publicUrl,
  weeklyEngines,
} from './open-weekly-report.ts'

const hour = 3_600_000
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const fields = (entries: InboxReport['open']) => entries.map(({ alert }) => alert.field)
const numbersOf = (...runs: OrderedRun[]) => runs.map((run) => run.order.number).toSorted()
const monday = '2026-11-23T07:00:00+01:00'

describe.each(weeklyEngines())('the weekly report, on $name', { timeout: 60_000 }, ({ options }) => {
  let weekly: OpenedWeeklyReport
  beforeEach(async () => void (weekly = await openWeeklyReport(options())))
  afterEach(() => weekly.service.close())

  const setClock = (time: string) => weekly.service.clock.set(Date.parse(time))

  /** Stores orders on a day, of which the first `paid` ones are paid. */
  async function order(day: string, count: number, paid: number) {
    setClock(`${day}T10:00:00+01:00`)
    const runs = []
    for (let index = 0; index < count; index += 1) {
      runs.push(await orderRun(weekly.service))
      weekly.service.clock.advance(60_000)
    }
    for (const run of runs.slice(0, paid)) expect((await run.callback()).status).toBe(200)
    return runs
  }

  /** Returns the figures of a week, as the API shows them. */
  async function figures(from: string, to: string, asOf: number) {
    const read = async (path: string) => {
      for (;;) {
        const response = await weekly.service.app.request(
          `/api/reports/${path}?from=${from}&to=${to}&asOf=${asOf}`,
          { headers: { authorization: `Bearer ${testToken}` } },
        )
        const body = (await response.json()) as { totals: Record<string, number> }
        if (response.status === 200) return body.totals
        expect(response.status, JSON.stringify(body)).toBe(202)
      }
    }
    return { ...(await read('fulfilment')), ...(await read('overview')) }
  }

  test('is enqueued once per recipient and week, however often and by whomever it is tried', async () => {
    await order('2026-11-05', 1, 1)
    await order('2026-11-18', 3, 2)
    expect(await weekly.sendAt('2026-11-23T06:59:59.999+01:00')).toBe('not-now')
    expect(await weekly.sent()).toEqual([])
    weekly.service.clock.set(Date.parse(monday))
    await weekly.catchUp()
    // Three processes that all believe to be the leader; those that come too late try again.
    const results = await Promise.all([1, 2, 3].map(() => sendWeeklyReport(weekly.settings())))
    expect(results).toContain('done')
    expect(await weekly.sendAt(monday)).toBe('done')
    expect(await weekly.sendAt('2026-11-24T23:59:00+01:00')).toBe('done')
    expect(await weekly.sendAt('2026-11-25T00:00:00+01:00')).toBe('not-now')
    const mails = await weekly.mails()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(addresses)
    const events = await weekly.sent()
    expect(events.map(({ once, data }) => [once, data.week])).toEqual([
      ['weekly_report_sent:2026-11-16', '2026-11-16'],
    ])
    expect(JSON.stringify(events)).not.toContain('@')
    for (const { text, subject, unsubscribeUrl } of mails) {
      expect(subject).toBe('Wochenbericht: 16. bis 22. November 2026')
      expect(plain(text)).toContain('3 Anträge wurden begonnen')
      expect(plain(text)).toContain('99,98 € Umsatz')
      expect(text).toContain(`from=2026-11-16&to=2026-11-22&asOf=${events[0]!.data.position}`)
      expect(text).toContain(unsubscribeUrl)
    }
    expect(mails[0]!.unsubscribeUrl).not.toBe(mails[1]!.unsubscribeUrl)
  })

  test('is enqueued after a crash as of the same position as before it', async () => {
    await order('2026-11-05', 1, 1)
    await order('2026-11-18', 3, 2)
    await weekly.catchUp()
    const { checkpoint } = await weekly.service.store.projections.live()
    // A process recorded the report and was killed before it enqueued the e-mails.
    await weekly.service.store.operations.append({
      type: 'weekly_report_sent',
      once: 'weekly_report_sent:2026-11-16',
      data: { week: '2026-11-16', position: checkpoint },
    })
    await order('2026-11-19', 4, 4)
    expect(await weekly.sendAt('2026-11-23T09:00:00+01:00')).toBe('done')
    const [first] = await weekly.mails()
    expect(plain(first!.text)).toContain('3 Anträge wurden begonnen')
    expect(first!.text).toContain(`asOf=${checkpoint}`)
    expect(await weekly.sent()).toHaveLength(1)
  })

  test('waits until the projections have counted the week', async () => {
    await order('2026-11-05', 1, 1)
    await order('2026-11-18', 3, 2)
    setClock(monday)
    expect(await sendWeeklyReport(weekly.settings())).toBe('later')
    expect(await weekly.sent()).toEqual([])
    expect(await weekly.sendAt(monday)).toBe('done')
  })

  test('compares past weeks with what the report before said', async () => {
    await order('2026-10-30', 1, 1)
    const runs = await order('2026-11-11', 5, 3)
    expect(await weekly.sendAt('2026-11-16T07:00:00+01:00')).toBe('done')
    setClock('2026-11-17T10:00:00+01:00')
    // A late payment, a withdrawal of a paid order and the refund of another one, and an order that changes nothing.
    expect((await runs[3]!.callback()).status).toBe(200)
    await runs[0]!.withdraw()
    expect((await runs[1]!.callback({ status: 'refunded' })).status).toBe(200)
    await order('2026-11-18', 2, 1)
    expect(await weekly.sendAt(monday)).toBe('done')
    const [before, now] = (await weekly.sent()).map(({ data }) => data.position) as [number, number]
    const mail = (await weekly.mails()).findLast(({ to }) => to === addresses[0])!
    const line = plain(mail.text)
      .split('\n')
      .find((one) => one.startsWith('- 9. bis 15. November'))
    expect(line).toBe(
      '- 9. bis 15. November 2026: Umsatz 99,98 € statt 149,97 €; 1 Zahlung mehr, 1 Widerruf mehr, 1 Erstattung mehr.',
    )
    // The pages behind the two links show the same.
    const [range, then] = [['2026-11-09', '2026-11-15'] as const, before]
    expect(mail.text).toContain(`from=2026-11-09&to=2026-11-15&asOf=${before}`)
    expect(await figures(...range, then)).toMatchObject({ netRevenueCents: 14_997, paid: 3, withdrawn: 0 })
    expect(await figures(...range, now)).toMatchObject({
      netRevenueCents: 9998,
      paid: 4,
      withdrawn: 1,
      refunded: 1,
    })
    // Only the week that changed is named.
    expect(plain(mail.text)).not.toContain('26. Oktober bis 1. November')
  })

  test('names the recorded faults that are open, which the inbox shows as of the same position', async () => {
    const { store, app, clock } = weekly.service
    await order('2026-11-05', 1, 1)
    const record = async (time: string, field: string, change: 'alert_opened' | 'alert_closed') => {
      setClock(time)
      const isOver = change === 'alert_closed'
      const over = isOver ? { lastAt: '2026-11-23T07:00:00.000Z', closedAt: '2026-11-23T08:00:00.000Z' } : {}
      const { rejectedFields: _none, ...alert } = alertOf({ id: `message:${field}`, field, ...over })
      const [opened, data] = [
        `alert_opened:${alert.id}:0`,
        { alert, examinedUntil: new Date(clock.now()).toISOString() },
      ]
      const { day } = alert
      await store.operations.append(
        isOver
          ? {
              type: change,
              once: `alert_closed:${alert.id}:0`,
              day,
              data: { ...data, opened, reason: 'over' },
            }
          : { type: change, once: opened, day, data },
      )
    }
    // One began more than four weeks before the week, one is muted, and one was opened on Monday before the report.
    await record('2026-10-01T09:00:00+02:00', 'kontoinhaber', 'alert_opened')
    await record('2026-11-19T09:00:00+01:00', 'telefon', 'alert_opened')
    const subject = { kind: 'message', funnel: null, step: null, field: 'telefon', rule: null } as const
    const data = { subject, until: null, by: 'marketer' } as const
    await store.operations.append({ type: 'alert_muted', once: 'alert_muted:1', data })
    await record('2026-11-23T03:00:00+01:00', 'iban', 'alert_opened')
    expect(await weekly.sendAt(monday)).toBe('done')
    // What happens afterwards changes neither the e-mail nor the page behind its links.
    await record('2026-11-23T09:00:00+01:00', 'iban', 'alert_closed')
    await record('2026-11-23T10:00:00+01:00', 'email', 'alert_opened')
    await weekly.catchUp()
    const [mail] = await weekly.mails()
    const text = plain(mail!.text)
    expect(text).toContain('„IBAN“ (Anmeldung): 41 von 60 Anträgen')
    expect(text.match(/noch offen/g)).toHaveLength(2)
    expect(text).not.toContain('keine Störung')
    expect(text).toContain('Stummgeschaltet und hier ausgelassen: 1')
    const { position } = (await weekly.sent())[0]!.data
    expect(text).toContain(`/berichte/auffaelligkeiten?asOf=${position}`)
    const inbox = async (query: string) => {
      const response = await app.request(`/api/reports/inbox${query}`, {
        headers: { authorization: `Bearer ${testToken}` },
      })
      return { status: response.status, report: (await response.json()) as InboxReport }
    }
    const then = (await inbox(`?asOf=${position}`)).report
    expect([fields(then.open), fields(then.closed)]).toEqual([['iban', 'telefon', 'kontoinhaber'], []])
    expect(then.open.map(({ mute }) => mute !== null)).toEqual([false, true, false])
    expect(then.asOfPosition).toBe(position)
    const now = (await inbox('')).report
    expect([fields(now.open), fields(now.closed)]).toEqual([['email', 'telefon', 'kontoinhaber'], ['iban']])
    for (const query of ['?since=1', '?asOf=0', '?asOf=99999', '?asOf=2099-01-01T09:00', '?asOf=1&asOf=2'])
      expect([query, (await inbox(query)).status]).toEqual([query, 400])
  })

  test('counts the orders that wait as of its position, whose list shows the same ones later', async () => {
    const { app, store, clock } = weekly.service
    const change = async (
      { order: { id }, runId }: OrderedRun,
      type: 'submitted' | 'sent' | 'withdrawal_declared' | 'withdrawn',
      data: object,
    ) => {
      const complete = (await store.log.readRun(runId)).find((event) => event.type === 'complete')!
      const event = serviceEvent(type, `${id}:${type}`, { orderId: id, ...data }, complete, clock.now())
      expect((await appendServiceEvents(store.log, [event]))[0]!.stored).toBe(true)
    }
    const [sent, waiting, declared, withdrawn, unpaid] = (await order('2026-11-05', 5, 4)) as [
      OrderedRun,
      OrderedRun,
      OrderedRun,
      OrderedRun,
      OrderedRun,
    ]
    setClock('2026-11-19T10:00:00+01:00')
    for (const run of [sent, waiting]) await change(run, 'submitted', { letterId: run.order.id })
    await change(declared, 'withdrawal_declared', { statement: 's' })
    await change(withdrawn, 'withdrawn', {})
    expect(await weekly.sendAt(monday)).toBe('done')
    const { position } = (await weekly.sent())[0]!.data
    const list = async (url: URL) => {
      const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')]
      const [work, asOf] = [url.searchParams.get('work'), url.searchParams.get('asOf')]
      const path = `/api/reports/orders?from=${from}&to=${to}&work=${work}${asOf === null ? '' : `&asOf=${asOf}`}`
      const headers = { authorization: `Bearer ${testToken}` }
      let response = await app.request(path, { headers })
      while (response.status === 202) response = await app.request(path, { headers })
      const { sums, rows } = ordersContract.shape.parse(await response.json())
      return { count: sums.orders, numbers: rows.map((row) => row.number).toSorted() }
    }

    // Afterwards, one is done, another one begins to wait, and the withdrawal is decided.
    setClock('2026-11-23T10:00:00+01:00')
    await change(sent, 'sent', { by: 'operator' })
    expect((await unpaid.callback()).status).toBe(200)
    await change(unpaid, 'submitted', { letterId: unpaid.order.id })
    await weekly.catchUp()
    const [mail] = await weekly.mails()
    const text = plain(mail!.text)
    expect(text).toContain('4 Bestellungen warten auf die Bearbeitung: Brief versenden')
    const [address] = /https?:\S+bestellungen\?\S+asOf=\d+/.exec(mail!.text)!
    const url = new URL(address)
    expect(url.searchParams.get('asOf')).toBe(String(position))
    const frozen = { count: 4, numbers: numbersOf(sent, waiting, declared, withdrawn) }
    expect(await list(url)).toEqual(frozen)
    url.searchParams.delete('asOf')
    expect(await list(url)).toEqual({ count: 4, numbers: numbersOf(waiting, declared, withdrawn, unpaid) })

    // With a letter service, operators post no letters.
    const withService = { letterService: true }
    expect(await weekly.sendAt('2026-11-30T07:00:00+01:00', withService)).toBe('done')
    const later = (await weekly.mails()).findLast(({ to }) => to === addresses[0])!
    expect(plain(later.text)).toContain('2 Bestellungen warten auf die Bearbeitung: Widerruf entscheiden')
    expect(later.text).toMatch(/work=decide%2Crefund%2Cfailed&asOf=\d+\n/)
  })

  test('names a fault that is over, however many alerts were withdrawn after it', async () => {
    const { operations } = weekly.service.store
    await order('2026-11-05', 1, 1)
    setClock('2026-11-20T10:00:00+01:00')
    const { rejectedFields: _none, ...alert } = alertOf({ lastAt: '2026-11-19T12:00:00.000Z' })
    const events = (name: string, reason: 'over' | 'merged') => {
      const [opened, data] = [`alert_opened:${name}:0`, { alert, examinedUntil: alert.foundAt }]
      const closed = { ...data, opened, reason }
      return [
        { type: 'alert_opened' as const, once: opened, day: alert.day, data },
        { type: 'alert_closed' as const, once: `alert_closed:${name}:0`, day: alert.day, data: closed },
      ]
    }
    const withdrawn = Array.from({ length: maxClosed }, (_, index) => events(`merged-${index}`, 'merged'))
    for (const event of [...events('over', 'over'), ...withdrawn.flat()]) await operations.append(event)
    expect(await weekly.sendAt(monday)).toBe('done')
    const [mail] = await weekly.mails()
    expect(plain(mail!.text)).toContain('„IBAN“ (Anmeldung): 41 von 60 Anträgen')
  })

  test('without an earlier report, compares with the log at the time of that report', async () => {
    await order('2026-10-30', 1, 1)
    const runs = await order('2026-11-11', 2, 1)
    setClock('2026-11-17T10:00:00+01:00')
    expect((await runs[1]!.callback()).status).toBe(200)
    await order('2026-11-18', 1, 1)
    expect(await weekly.sendAt(monday)).toBe('done')
    const [mail] = await weekly.mails()
    expect(plain(mail!.text)).toContain('seit dem Stand vom 16. November 2026 um 07:00 Uhr')
    expect(plain(mail!.text)).toContain('Umsatz 99,98 € statt 49,99 €; 1 Zahlung mehr.')
  })

  test('says that the first week is not whole, and nothing before the log began', async () => {
    expect(await weekly.sendAt(monday)).toBe('nothing')
    await order('2026-11-25', 2, 2)
    expect(await weekly.sendAt('2026-11-30T07:00:00+01:00')).toBe('done')
    await order('2026-12-02', 1, 1)
    expect(await weekly.sendAt('2026-12-07T07:00:00+01:00')).toBe('done')
    const mails = (await weekly.mails()).filter(({ to }) => to === addresses[0])
    expect(mails).toHaveLength(2)
    expect(mails[0]!.text).toContain('die Aufzeichnung begann erst am 25. November 2026')
    expect(mails[0]!.text).not.toContain('Anträge wurden')
    expect(plain(mails[1]!.text)).toContain('1 Antrag wurde begonnen.')
    expect(mails[1]!.text).toContain('Verglichen wird, sobald')
  })

  test('of an empty week says so', async () => {
    await order('2026-11-02', 1, 1)
    expect(await weekly.sendAt(monday)).toBe('done')
    const [mail] = await weekly.mails()
    expect(mail!.text).toContain(
      'In dieser Woche wurde kein Antrag begonnen, in der Woche davor auch keiner.',
    )
    expect(mail!.text).not.toContain('Felder, die')
  })

  test('goes to nobody who has unsubscribed, and is not recorded if that is everybody', async () => {
    await order('2026-11-05', 1, 1)
    const [ada, grace] = weekly.recipients.all
    await weekly.subscriptions.change(ada!, false)
    expect(await weekly.sendAt(monday)).toBe('done')
    expect((await weekly.mails()).map(({ to }) => to)).toEqual([grace!.address])
    await weekly.subscriptions.change(grace!, false)
    expect(await weekly.sendAt('2026-11-30T07:00:00+01:00')).toBe('nothing')
    await weekly.subscriptions.change(ada!, true)
    expect(await weekly.sendAt('2026-12-07T07:00:00+01:00')).toBe('done')
    expect((await weekly.mails()).map(({ to }) => to)).toEqual([grace!.address, ada!.address])
    expect((await weekly.sent()).map(({ data }) => data.week)).toEqual(['2026-11-16', '2026-11-30'])
  })

  test('reaches each address once, also if it is configured twice or later', async () => {
    await order('2026-11-05', 1, 1)
    const { piiKey } = weekly.service
    const recipients = (...some: string[]) => createRecipients({ addresses: some, piiKey, publicUrl })
    const twice = recipients('Ada@Example.org', 'ada@example.org')
    expect(await weekly.sendAt(monday, { recipients: twice })).toBe('done')
    expect(await weekly.sendAt(monday)).toBe('done')
    expect((await weekly.mails()).map(({ to }) => to)).toEqual(['Ada@Example.org', 'grace@example.org'])
    const id = emailId('weekly-report', '2026-11-16', twice.all[0]!.id)
    expect((await weekly.mails())[0]!.messageId).toBe(id)
  })

  test('is left out if the service was down on Monday and Tuesday, and the next one is about one week', async () => {
    await order('2026-11-05', 1, 1)
    // The service was down from Sunday until Wednesday, and is up again on the next Monday at noon.
    for (let hours = 0; hours < 5 * 24; hours += 24)
      expect(
        await weekly.sendAt(new Date(Date.parse('2026-11-25T12:00:00+01:00') + hours * hour).toISOString()),
      ).toBe('not-now')
    expect(await weekly.sendAt('2026-11-30T12:00:00+01:00')).toBe('done')
    expect((await weekly.sent()).map(({ data }) => data.week)).toEqual(['2026-11-23'])
  })
})
