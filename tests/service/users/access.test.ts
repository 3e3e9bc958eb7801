import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { auditLogSchema, tokensSchema, usersSchema } from '#domain/users/user-contract.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { dayMs } from '#domain/time/durations.ts'
import { eventually } from '#tests/eventually.ts'
import { testOrdersPassword, testToken } from '#tests/service/harness.ts'
import { type Emails, openEmails } from '#tests/service/mail/open-emails.ts'
import { bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'
import { cookieOf, logInUser, send, staffOf } from './staff.ts'

let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let emails: Emails
let staff: ReturnType<typeof staffOf>
let admin: { cookie: string }
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  emails = await openEmails({ smtpUrl: receiver.url })
  staff = staffOf({ ...emails.service, now: emails.service.clock.now })
  await staff.add('Ada', 'admin')
  admin = await loggedIn('Ada')
})
afterAll(async () => {
  await emails.close()
  await receiver.stop()
})

const report = '/api/reports/orders?from=2026-11-01&to=2026-11-30'

async function loggedIn(name: string) {
  return { cookie: cookieOf(await logInUser(emails.app, staff.emailOf(name))) }
}

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = admin) =>
  send(emails.app, method, `/api/access${path}`, body, headers)

async function read<Shape extends z.ZodType>(path: string): Promise<z.output<Shape>> {
  return (await (await call('GET', path)).json()) as z.output<Shape>
}

const users = async () => (await read<typeof usersSchema>('/users')).users
/** Refused logins are left out: they are recorded some time after the response. */
const actions = async () =>
  (await read<typeof auditLogSchema>('/log')).entries
    .filter(({ action }) => !action.startsWith('refused-'))
    .map(({ by, action, detail }) =>
      [by, action, detail].map((text) => text?.replace(/ · [0-9a-f]{8}/, '')).join(' '),
    )

const makersOf = async (name: string) =>
  (await read<typeof tokensSchema>('/tokens')).tokens
    .filter((token) => token.name === name)
    .map(({ by }) => by)

const statusOf = async (headers: Record<string, string>, path = report) =>
  (await emails.app.request(path, { headers })).status

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

describe('an admin', () => {
  test('invites a user, whose link is in the e-mail and in no log', async () => {
    const person = { name: 'Berta', email: 'berta@example.org', role: 'marketer' }
    expect((await call('POST', '/users', person)).status).toBe(201)
    expect((await call('POST', '/users', { ...person, email: 'Berta@example.org' })).status).toBe(409)
    const mail = await eventually(() => {
      expect(receiver.mails).toHaveLength(1)
      return receiver.mails[0]!
    })
    expect(mail.to).toEqual(['berta@example.org'])
    const [, token] = /http:\/\/localhost\/konto\/einladung#([\w-]{43})/.exec(bodyOf(mail))!
    const accepted = await send(emails.app, 'POST', '/api/account/invitation/accept', {
      token,
      password: 'ein Turm in Jena',
    })
    expect(accepted.status).toBe(200)
    expect(await statusOf({ cookie: cookieOf(accepted) })).toBe(200)
    expect(emails.lines.join() + emails.service.lines.join()).not.toContain(token)
    const berta = (await users()).find(({ name }) => name === 'Berta')!
    expect(berta).toMatchObject({ state: 'active', role: 'marketer', linkExpiresAt: null, isSelf: false })
    expect(berta.sessions).toHaveLength(1)
    expect((await call('DELETE', `/users/${berta.id}/sessions/${berta.sessions[0]!.id}`)).status).toBe(204)
    expect(await statusOf({ cookie: cookieOf(accepted) })).toBe(401)
  })

  test('alone sends a refused link again: an operator cannot send it to another address', async () => {
    await staff.add('Olaf', 'operator')
    const olaf = await loggedIn('Olaf')
    receiver.state.permanent = true
    const person = { name: 'Wanda', email: 'wanda@example.org', role: 'admin' }
    expect((await call('POST', '/users', person)).status).toBe(201)
    const dead = { destination: 'mail', state: 'dead', limit: 9 } as const
    const row = await eventually(async () => {
      const rows = await emails.service.store.outbox.list(dead)
      expect(rows).toHaveLength(1)
      return rows[0]!
    })
    receiver.state.permanent = false
    const path = `/api/desk/messages/${row.id}/resend`
    const resent = await send(emails.app, 'POST', path, { to: 'olaf@example.org' }, olaf)
    expect(resent.status).toBe(404)
    expect(await emails.waiting()).toEqual([])
    const wanda = (await users()).find(({ name }) => name === 'Wanda')!
    expect((await call('POST', `/users/${wanda.id}/invitation`)).status).toBe(204)
    await eventually(() => expect(receiver.mails.at(-1)?.to).toEqual(['wanda@example.org']))
  })

  test('changes roles and states of others, which ends their sessions, but not the own ones', async () => {
    const id = await staff.add('Carl', 'marketer')
    const carl = await loggedIn('Carl')
    expect((await call('POST', `/users/${id}`, { role: 'operator' })).status).toBe(204)
    expect(await statusOf(carl)).toBe(401)
    expect(await statusOf(await loggedIn('Carl'))).toBe(403)
    expect((await call('POST', `/users/${id}`, { state: 'deactivated' })).status).toBe(204)
    expect((await logInUser(emails.app, staff.emailOf('Carl'))).status).toBe(401)
    expect((await call('POST', `/users/${id}/invitation`)).status).toBe(409)
    expect((await call('POST', `/users/${id}`, {})).status).toBe(400)
    expect((await call('DELETE', `/users/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/users/${id}`)).status).toBe(404)
    const self = (await users()).find(({ isSelf }) => isSelf)!
    expect((await call('POST', `/users/${self.id}`, { role: 'marketer' })).status).toBe(409)
    expect((await call('DELETE', `/users/${self.id}`)).status).toBe(409)
    expect((await actions()).slice(0, 4)).toEqual([
      'Ada remove-user Carl',
      'Ada state-deactivated Carl',
      'Carl login ',
      'Ada role-operator Carl',
    ])
  })

  test('who is deactivated while the body is sent does nothing any more', async () => {
    const id = await staff.add('Sven', 'admin')
    const sven = await loggedIn('Sven')
    const person = { name: 'Nora', email: 'nora@example.org', role: 'admin' }
    const requests = [
      ['/users', person],
      ['/tokens', { name: 'Hintertür', scope: 'write', days: 9 }],
    ] as const
    const sent = requests.map(([path, body]) => {
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      const sending = Promise.withResolvers<void>()
      const finishing = Promise.withResolvers<void>()
      const stream = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            sending.resolve()
            await finishing.promise
            controller.enqueue(bytes)
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { ...sven, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: stream, duplex: 'half' as const }
      return { sending, finishing, response: emails.app.request(`/api/access${path}`, init) }
    })
    await Promise.all(sent.map(({ sending }) => sending.promise))
    expect((await call('POST', `/users/${id}`, { state: 'deactivated' })).status).toBe(204)
    for (const { finishing } of sent) finishing.resolve()
    const statuses = await Promise.all(sent.map(async ({ response }) => (await response).status))
    expect(statuses).toEqual([401, 401])
    expect((await users()).map(({ name }) => name)).not.toContain('Nora')
    const { tokens } = await read<typeof tokensSchema>('/tokens')
    expect(tokens.map(({ name }) => name)).not.toContain('Hintertür')
  })

  test('makes tokens of scripts with a scope and an end', async () => {
    const add = async (scope: string) => {
      const response = await call('POST', '/tokens', { name: `Skript ${scope}`, scope, days: 30 })
      expect(response.status).toBe(201)
      return (await response.json()) as { id: string; token: string }
    }
    const [reading, writing, metrics] = [await add('read'), await add('write'), await add('metrics')]
    const annotate = async (token: { token: string }) =>
      (await send(emails.app, 'POST', '/api/annotations', { title: 'Neue Version' }, bearer(token))).status
    expect([await statusOf(bearer(reading)), await annotate(reading)]).toEqual([200, 403])
    expect([await statusOf(bearer(writing)), await annotate(writing)]).toEqual([200, 201])
    expect([await statusOf(bearer(metrics)), await annotate(metrics)]).toEqual([403, 403])
    const ofMetrics = await Promise.all(
      [reading, writing, metrics].map((token) => statusOf(bearer(token), '/metrics')),
    )
    expect(ofMetrics).toEqual([403, 403, 200])
    const { tokens } = await read<typeof tokensSchema>('/tokens')
    expect(tokens.map(({ name }) => name).toSorted()).toEqual([
      'Skript metrics',
      'Skript read',
      'Skript write',
    ])
    expect(tokens.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true)
    expect(JSON.stringify(tokens)).not.toContain(reading.token)
    expect((await actions())[0]).toMatch(/^Skript write · token [0-9a-f]{8} POST \/api\/annotations/)
    expect((await call('DELETE', `/tokens/${writing.id}`)).status).toBe(204)
    expect(await statusOf(bearer(writing))).toBe(401)
    emails.service.clock.advance(30 * dayMs)
    expect(await statusOf(bearer(reading))).toBe(401)
    emails.service.clock.advance(-30 * dayMs)
  })

  test('ends the own tokens when leaving, which the list attributes', async () => {
    const id = await staff.add('Tom', 'admin')
    const response = await call(
      'POST',
      '/tokens',
      { name: 'Bericht', scope: 'read', days: 9 },
      await loggedIn('Tom'),
    )
    const token = (await response.json()) as { token: string; by: string }
    expect(token.by).toBe('Tom')
    expect(await makersOf('Bericht')).toEqual(['Tom'])
    expect(await statusOf(bearer(token))).toBe(200)
    expect((await call('POST', `/users/${id}`, { state: 'deactivated' })).status).toBe(204)
    expect(await statusOf(bearer(token))).toBe(401)
    expect(await makersOf('Bericht')).toEqual([])
  })

  test('turns shared access off and on again', async () => {
    const shared = { authorization: `Bearer ${testToken}` }
    const desk = await send(emails.app, 'POST', '/api/desk/login', {
      name: 'Otto',
      password: testOrdersPassword,
    })
    const operator = { cookie: cookieOf(desk) }
    const statuses = async () => [
      await statusOf(shared),
      await statusOf(shared, '/metrics'),
      await statusOf(operator, '/api/desk/queue'),
      (await send(emails.app, 'POST', '/api/login', { password: testToken })).status,
      (await send(emails.app, 'POST', '/api/desk/login', { name: 'Otto', password: testOrdersPassword }))
        .status,
    ]
    expect(await statuses()).toEqual([200, 200, 200, 200, 200])
    expect((await call('POST', '/shared', { on: false })).status).toBe(204)
    expect(await statuses()).toEqual([401, 401, 401, 403, 403])
    expect(await statusOf(admin, '/api/desk/queue')).toBe(200)
    expect((await call('POST', '/shared', { on: true })).status).toBe(204)
    // The session of before does not come back.
    expect(await statuses()).toEqual([200, 200, 401, 200, 200])
  })

  test('is named in what the staff did', async () => {
    const response = await send(emails.app, 'POST', '/api/annotations', { title: 'Plakate' }, admin)
    expect(response.status).toBe(201)
    const refused = await send(emails.app, 'POST', '/api/annotations', { title: '' }, admin)
    expect(refused.status).toBe(400)
    const { position } = (await response.json()) as { position: number }
    expect((await actions()).slice(0, 2)).toEqual([
      `Ada POST /api/annotations event ${position}`,
      'Otto login ',
    ])
  })

  test('does nothing that cannot be recorded', async () => {
    const { store } = emails.service
    const id = await staff.add('Uwe', 'marketer')
    const uwe = await loggedIn('Uwe')
    const token = (await (
      await call('POST', '/tokens', { name: 'Bleibt', scope: 'read', days: 9 })
    ).json()) as { id: string; token: string }
    const before = (await users()).find((user) => user.id === id)!
    const count = receiver.mails.length
    const { audit } = store.operators
    store.operators.audit = () => Promise.reject(new StoreUnavailable('full'))
    const statuses: number[] = []
    for (const [method, path, body] of [
      ['POST', '/users', { name: 'Xaver', email: 'xaver@example.org', role: 'admin' }],
      ['POST', `/users/${id}/invitation`],
      ['POST', `/users/${id}`, { state: 'deactivated' }],
      ['DELETE', `/users/${id}/sessions/${before.sessions[0]!.id}`],
      ['DELETE', `/users/${id}`],
      ['POST', '/tokens', { name: 'Nie', scope: 'read', days: 9 }],
      ['DELETE', `/tokens/${token.id}`],
      ['POST', '/shared', { on: false }],
    ] as const)
      statuses.push((await call(method, path, body)).status)
    store.operators.audit = audit
    expect(statuses).toEqual(Array<number>(8).fill(503))
    expect((await users()).map(({ name }) => name)).not.toContain('Xaver')
    expect((await users()).find((user) => user.id === id)).toEqual({
      ...before,
      sessions: expect.any(Array),
    })
    expect([await statusOf(uwe), await statusOf(bearer(token))]).toEqual([200, 200])
    const { tokens } = await read<typeof tokensSchema>('/tokens')
    expect(tokens.map(({ name }) => name)).not.toContain('Nie')
    expect(await store.users.sharedAccess()).toBe(true)
    expect(await emails.waiting()).toEqual([])
    expect(receiver.mails).toHaveLength(count)
  })
})
