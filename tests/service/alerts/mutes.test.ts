import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedMuteSchema } from '#domain/operations/mute-contract.ts'
import { inboxContract } from '#domain/reports/inbox/shape.ts'
import { noticesContract } from '#domain/reports/notices/shape.ts'
import { formatMoment } from '#domain/time/berlin-moment.ts'
import { dayMs, isoTime, minuteMs, weekMs } from '#domain/time/durations.ts'
import { noon } from '#tests/build-events.ts'
import { fault } from '#tests/domain/reports/inbox/build-alerts.ts'
import { testPassword, testToken } from '#tests/service/harness.ts'
import { type Reports, openReports } from '#tests/service/reports/open-reports.ts'

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
  const { rejectedFields: _rejectedFields, ...alert } = fault(3, null)
  await reports.service.store.operations.append({
    type: 'alert_opened',
    once: `alert_opened:${alert.id}:0`,
    day: alert.day,
    data: { alert, examinedUntil: isoTime(noon) },
  })
})
afterAll(() => reports.service.close())

const token = { authorization: `Bearer ${testToken}` }
const json = { 'content-type': 'application/json' }
const iban = { kind: 'message', funnel: 'anmeldung', step: 3, field: 'iban', rule: 'format' }

const request = (path: string, init: RequestInit) =>
  reports.service.app.request(`/api/alerts/mutes${path}`, init)
const post = (body: unknown, headers: Record<string, string> = { ...token, ...json }) =>
  request('', { method: 'POST', headers, body: JSON.stringify(body) })
const end = (id: string, headers: Record<string, string> = token) =>
  request(`/${id}`, { method: 'DELETE', headers })

async function mute(body: object) {
  const response = await post(body)
  expect(response.status, await response.clone().text()).toBe(201)
  return storedMuteSchema.parse(await response.json())
}
const entry = async () => {
  const { open } = inboxContract.shape.parse(await (await reports.get('inbox')).json())
  return open[0]!
}
const counted = async () =>
  noticesContract.shape.parse(await (await reports.get('notices')).json()).waiting.alerts

describe('a mute', () => {
  test.each([
    ['day', isoTime(noon + dayMs)],
    ['week', isoTime(noon + weekMs)],
    ['unlimited', null],
  ])('for %s lasts until %s, and ends when somebody ends it', async (duration, until) => {
    expect(await counted()).toBe(1)
    const muted = await mute({ ...iban, duration })
    expect(muted).toEqual({ id: expect.any(String) as string, subject: iban, until, by: 'script' })
    expect((await entry()).mute).toEqual(muted)
    expect(await counted()).toBe(0)
    expect((await end(muted.id)).status).toBe(204)
    expect((await end(muted.id)).status).toBe(204)
    expect((await entry()).mute).toBeNull()
    expect(await counted()).toBe(1)
  })

  test('of a person names the role of the session, and covers all alerts of a kind', async () => {
    const login = await reports.service.app.request('/api/login', {
      method: 'POST',
      headers: { ...json, origin: 'http://localhost:3000' },
      body: JSON.stringify({ password: testPassword }),
    })
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!
    const own = { ...json, cookie, origin: 'http://localhost:3000' }
    const response = await post({ kind: 'message', duration: 'day' }, own)
    const muted = storedMuteSchema.parse(await response.json())
    expect(muted).toMatchObject({ by: 'marketer', subject: { kind: 'message', field: null } })
    expect((await entry()).mute).toEqual(muted)
    const foreign = { ...own, origin: 'https://example.org' }
    expect((await end(muted.id, foreign)).status).toBe(403)
    expect((await end(muted.id, own)).status).toBe(204)
  })

  test('that has expired is not shown as of a minute after its end, although no event followed', async () => {
    const { clock } = reports.service
    // The log has a separate clock.
    const begin = Date.now()
    clock.set(begin)
    await mute({ ...iban, duration: 'day' })
    clock.advance(2 * dayMs)
    const muteAt = async (at: number) => {
      const response = await reports.get(`inbox?asOf=${formatMoment(at)}`)
      expect(response.status, await response.clone().text()).toBe(200)
      return inboxContract.shape.parse(await response.json()).open[0]!.mute
    }
    expect(await muteAt(begin + dayMs - minuteMs)).not.toBeNull()
    expect(await muteAt(begin + dayMs + minuteMs)).toBeNull()
  })

  test('of something else does not cover the alert', async () => {
    const { id } = await mute({ ...iban, rule: 'checksum', duration: 'day' })
    expect((await entry()).mute).toBeNull()
    await end(id)
  })
})

test('requests without access, and malformed ones, change nothing and say why', async () => {
  expect((await post({ ...iban, duration: 'day' }, json)).status).toBe(401)
  expect((await end('1', {})).status).toBe(401)
  expect((await end('1')).status).toBe(404)
  expect((await end('x')).status).toBe(404)
  for (const [body, parameter] of [
    [{ kind: 'message' }, 'duration'],
    [{ kind: 'storm', duration: 'day' }, 'kind'],
    [{ ...iban, funnel: 'umzug', duration: 'day' }, 'funnel'],
    [{ ...iban, field: '<script>', duration: 'day' }, 'field'],
    [{ ...iban, step: 0, duration: 'day' }, 'step'],
  ] as const) {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ parameter })
  }
  expect(await counted()).toBe(1)
})
