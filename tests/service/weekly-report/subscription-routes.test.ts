import { createHmac, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { handleErrors } from '#service/http/errors.ts'
import { createRecipients, subscriptionPath } from '#service/weekly-report/recipients.ts'
import { weeklyReportRoutes } from '#service/weekly-report/routes.ts'
import {
  type OpenedWeeklyReport,
  addresses,
  openWeeklyReport,
  publicUrl,
  weeklyEngines,
} from './open-weekly-report.ts'

const pageOf = (token: string) => `${subscriptionPath}?t=${token}`

describe.each(weeklyEngines())('the page to unsubscribe, on $name', ({ options }) => {
  let weekly: OpenedWeeklyReport
  beforeEach(async () => void (weekly = await openWeeklyReport(options())))
  afterEach(() => weekly.service.close())

  /** Returns the routes as a process serves them that has just been started. */
  function openRoutes({ enabled = false } = {}) {
    const app = new Hono()
    app.onError(handleErrors(pino({ level: 'silent' })))
    const limits = { enabled, hops: 0, count: createSingleProcess().count }
    const { recipients, subscriptions } = weekly
    app.route('/', weeklyReportRoutes({ recipients, subscriptions, limits }))
    return app
  }

  const tokens = () => weekly.recipients.all.map(({ token }) => token) as [string, string]
  const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
  const get = async (target: string, app = openRoutes()) => app.request(target, {}, env)
  const post = async (target: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    openRoutes().request(target, { method: 'POST', body: new URLSearchParams(form), headers }, env)
  const oneClick = { 'List-Unsubscribe': 'One-Click' }
  const subscribed = () =>
    Promise.all(weekly.recipients.all.map((one) => weekly.subscriptions.isSubscribed(one)))
  const events = () =>
    weekly.service.store.operations.read({ types: ['weekly_report_subscription'], limit: 99 })

  test('opening it changes nothing', async () => {
    const [ada] = tokens()
    const head = await openRoutes().request(pageOf(ada), { method: 'HEAD' }, env)
    for (const response of [await get(pageOf(ada)), await get(pageOf(ada)), head]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    }
    expect(await (await get(pageOf(ada))).text()).toMatch(/<button>\s*Wochenbericht abbestellen/)
    expect(await subscribed()).toEqual([true, true])
    expect(await events()).toEqual([])
  })

  test('one click of a mail program unsubscribes this recipient only, also repeated', async () => {
    const [ada] = tokens()
    for (let times = 0; times < 3; times += 1) {
      // Mail programs send neither cookies nor an origin of ours.
      const response = await post(pageOf(ada), oneClick, {
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
      })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('keinen Wochenbericht mehr')
    }
    expect(await subscribed()).toEqual([false, true])
    expect((await events()).map(({ data }) => data.subscribed)).toEqual([false])
  })

  test('of requests at the same time, one is stored', async () => {
    const [ada] = tokens()
    const all = await Promise.all(Array.from({ length: 8 }, () => post(pageOf(ada), oneClick)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await events()).toHaveLength(1)
  })

  test('offers to subscribe again, and does so as often as it is changed', async () => {
    const [ada] = tokens()
    await post(pageOf(ada), { aktion: 'abbestellen' })
    const page = await (await get(pageOf(ada))).text()
    expect(page).toContain('Wochenbericht wieder bestellen')
    expect(page).toContain(`action="${pageOf(ada)}"`)
    const response = await post(pageOf(ada), { aktion: 'bestellen' })
    expect(await response.text()).toContain('Sie erhalten den Wochenbericht wieder')
    expect(await subscribed()).toEqual([true, true])
    await post(pageOf(ada), oneClick)
    expect(await subscribed()).toEqual([false, true])
    expect((await events()).map(({ data }) => data.subscribed)).toEqual([false, true, false])
  })

  test('stores no address, and nothing that unlocks the page', async () => {
    const [ada] = tokens()
    await post(pageOf(ada), oneClick)
    const stored = JSON.stringify(await events())
    expect(stored).not.toMatch(/@|\bada\b|example/)
    expect(stored).not.toContain(ada)
    const [{ data }] = (await events()) as [Awaited<ReturnType<typeof events>>[number]]
    const fromId = Buffer.from(data.recipient, 'hex').toString('base64url')
    expect((await post(pageOf(fromId), oneClick)).status).toBe(404)
  })

  test('refuses every other token alike', async () => {
    const [ada] = tokens()
    const { piiKey } = weekly.service
    const others = [
      '',
      'x',
      ada.slice(0, -1),
      `${ada}A`,
      `${ada}=`,
      ` ${ada}`,
      // Other characters with the same bytes.
      `${ada.slice(0, -1)}${ada.endsWith('A') ? 'B' : 'A'}`,
      ada.toLowerCase(),
      randomBytes(32).toString('base64url'),
      createHmac('sha256', piiKey).update(addresses[0]!).digest('base64url'),
      createRecipients({ addresses, piiKey: randomBytes(32), publicUrl }).all[0]!.token,
      createRecipients({ addresses: ['eve@example.org'], piiKey, publicUrl }).all[0]!.token,
      'ada%40example.org',
      'A'.repeat(4000),
    ].filter((token) => token !== ada)
    const pages = new Set<string>()
    for (const token of others) {
      const [opened, sent] = [await get(pageOf(token)), await post(pageOf(token), oneClick)]
      expect([opened.status, sent.status], token).toEqual([404, 404])
      pages.add(await opened.text()).add(await sent.text())
    }
    expect(pages.size).toBe(1)
    expect(await post(subscriptionPath, { ...oneClick, t: ada })).toHaveProperty('status', 404)
    expect(await subscribed()).toEqual([true, true])
  })

  test.each<[Record<string, string>, string]>([
    [{}, 'Read List-Unsubscribe=nothing'],
    [{ 'List-Unsubscribe': 'one-click' }, 'Read List-Unsubscribe="one-click"'],
    [{ aktion: 'weg' }, 'Read aktion="weg"'],
  ])('refuses the form %j and says what is allowed', async (form, read) => {
    const response = await post(pageOf(tokens()[0]), form)
    expect(response.status).toBe(400)
    const { detail } = (await response.json()) as { detail: string }
    expect(detail).toContain(read)
    expect(detail).toContain('allowed: List-Unsubscribe=One-Click, aktion=abbestellen, aktion=bestellen')
    expect(await subscribed()).toEqual([true, true])
  })

  test('refuses a large form, and too many requests', async () => {
    const [ada] = tokens()
    const large = await post(pageOf(ada), { ...oneClick, more: 'x'.repeat(2000) })
    expect(large.status).toBe(413)
    const app = openRoutes({ enabled: true })
    const statuses: number[] = []
    for (let times = 0; times < 21; times += 1) statuses.push((await get(pageOf('x'), app)).status)
    expect(statuses.slice(0, 20).every((status) => status === 404)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    expect(await subscribed()).toEqual([true, true])
  })

  test('finds a subscription behind many events of others', async () => {
    const [ada, grace] = weekly.recipients.all
    await weekly.subscriptions.change(ada!, false)
    const { operations } = weekly.service.store
    await operations.appendAll(
      Array.from({ length: 1001 }, (_, index) => ({
        type: 'weekly_report_subscription' as const,
        once: `weekly_report_subscription:other:${index}`,
        data: { recipient: 'other', subscribed: index % 2 === 0 },
      })),
    )
    expect(await weekly.subscriptions.isSubscribed(ada!)).toBe(false)
    expect(await weekly.subscriptions.isSubscribed(grace!)).toBe(true)
  })
})
