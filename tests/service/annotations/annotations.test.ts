import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedAnnotationSchema } from '#domain/operations/annotation-contract.ts'
import { type AnnotationsReport, annotationsContract } from '#domain/reports/annotations/shape.ts'
import { noon } from '#tests/build-events.ts'
import { testPassword, testToken } from '#tests/service/harness.ts'
import { type Reports, day, openReports, run } from '#tests/service/reports/open-reports.ts'

let reports: Reports
beforeAll(async () => {
  reports = await openReports()
  const start = run('11111111-1111-4111-8111-111111111111')
  await reports.send({ at: noon }, start('start', noon))
})
afterAll(() => reports.service.close())

const token = { authorization: `Bearer ${testToken}` }
const json = { 'content-type': 'application/json' }

const request = (path: string, init: RequestInit) =>
  reports.service.app.request(`/api/annotations${path}`, init)
const post = (body: unknown, headers: Record<string, string> = { ...token, ...json }) =>
  request('', { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
const remove = (id: string, headers: Record<string, string> = token) =>
  request(`/${id}`, { method: 'DELETE', headers })

async function write(body: object) {
  const response = await post(body)
  expect([200, 201], await response.clone().text()).toContain(response.status)
  return { status: response.status, ...storedAnnotationSchema.parse(await response.json()) }
}

async function list(query = ''): Promise<AnnotationsReport> {
  let response = await reports.get(`annotations?from=2026-11-01&to=2026-11-30${query}`)
  while (response.status === 202)
    response = await reports.get(`annotations?from=2026-11-01&to=2026-11-30${query}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return annotationsContract.shape.parse(await response.json())
}
const titles = async (query = '') => (await list(query)).annotations.map(({ title }) => title)

async function cookie(): Promise<string> {
  const response = await reports.service.app.request('/api/login', {
    method: 'POST',
    headers: { ...json, origin: 'http://localhost:3000' },
    body: JSON.stringify({ password: testPassword }),
  })
  return response.headers.get('set-cookie')!.split(';')[0]!
}

describe('an annotation', () => {
  test('of a script is stored once per key', async () => {
    const body = { title: 'Release 4fd1714', key: 'deploy-4fd1714', day: '2026-11-03' }
    const first = await write(body)
    expect(first).toMatchObject({
      status: 201,
      title: 'Release 4fd1714',
      source: 'deploy',
      day: '2026-11-03',
    })
    expect(await write(body)).toEqual({ ...first, status: 200 })
    const { day: _, ...withoutDay } = body
    expect(await write(withoutDay)).toEqual({ ...first, status: 200 })
    for (const other of [
      { title: 'Etwas anderes' },
      { text: 'Mehr dazu' },
      { day: '2026-11-04' },
      { funnel: 'anmeldung' },
    ]) {
      const refused = await post({ ...body, ...other })
      expect([refused.status, await refused.json()], JSON.stringify(other)).toMatchObject([
        409,
        { type: 'urn:formlotse:problem:different-annotation', parameter: 'key' },
      ])
    }
    expect((await list()).annotations).toMatchObject([
      { kind: 'deploy', title: 'Release 4fd1714', position: first.position, funnel: null },
    ])
  })

  test('of a person has the day, the funnel and the text', async () => {
    // Behind a proxy with its own login, browsers also send this header, which is not the token.
    const own = { cookie: await cookie(), origin: 'http://localhost:3000', authorization: 'Basic dTpw' }
    const body = {
      title: ' Newsletter \n verschickt ',
      text: 'An alle',
      day: '2026-11-05',
      funnel: 'abmeldung',
    }
    const response = await post(body, { ...json, ...own })
    expect(response.status).toBe(201)
    const written = storedAnnotationSchema.parse(await response.json())
    expect(written).toMatchObject({ source: 'person', title: 'Newsletter verschickt' })
    expect(await titles('&funnel=anmeldung')).toEqual(['Release 4fd1714'])
    expect(await titles('&funnel=abmeldung')).toEqual(['Release 4fd1714', 'Newsletter verschickt'])
  })

  test('contains no addresses, phone numbers or tokens', async () => {
    const { title, text } = await write({
      title: 'Anruf von ada@example.org',
      text: 'Rückruf 030 12345678, Schlüssel 0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d',
      day: '2026-10-01',
    })
    expect(title).toBe('Anruf von (entfernt)')
    expect(text).toBe('Rückruf (entfernt), Schlüssel (entfernt)')
  })

  test('that was removed stays in reports of the time before', async () => {
    const { id, position } = await write({ title: 'Irrtum', day: '2026-11-07' })
    expect(await titles()).toContain('Irrtum')
    await reports.get('overview?from=2026-11-01&to=2026-11-30')
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(204)
    expect(await titles()).not.toContain('Irrtum')
    expect(await titles(`&asOf=${position}`)).toContain('Irrtum')
    expect(await titles(`&asOf=${position - 1}`)).not.toContain('Irrtum')
  })

  test('is in the CSV file', async () => {
    const response = await reports.get('annotations.csv?from=2026-11-01&to=2026-11-30')
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(await response.text()).toMatch(/2026-11-03,deploy,,,Release 4fd1714/)
  })
})

describe('what the service noticed', () => {
  test('is listed, except for the first release', async () => {
    const { operations } = reports.service.store
    const released = (version: string, isFirst: boolean) =>
      operations.append(
        { type: 'released', once: `released:${version}`, data: { version, ...(isFirst && { isFirst }) } },
        noon - 2 * day,
      )
    await released('1', true)
    await released('2', false)
    const { annotations } = await list()
    expect(annotations.filter(({ kind }) => kind === 'release')).toMatchObject([
      { day: '2026-11-18', subject: '2', title: null },
    ])
  })
})

describe('a hostile request', () => {
  test.each([
    ['no token', 401, {}],
    ['a wrong token', 401, { authorization: 'Bearer x' }],
  ])('with %s is refused with %i', async (_, status, headers: Record<string, string>) => {
    expect((await post({ title: 'x' }, { ...json, ...headers })).status).toBe(status)
    expect((await remove('1', headers)).status).toBe(status)
  })

  test('of another site with the cookie of a person is refused', async () => {
    const foreign = { cookie: await cookie(), origin: 'https://boese.example' }
    expect((await post({ title: 'x' }, { ...json, ...foreign })).status).toBe(403)
    expect((await remove('1', foreign)).status).toBe(403)
  })

  test.each<[unknown, number, string?]>([
    ['{', 400],
    ['[]', 400],
    ['null', 400],
    [{}, 400, 'title'],
    [{ title: 5 }, 400, 'title'],
    [{ title: ' \u0000 ' }, 400, 'title'],
    [{ title: 'x'.repeat(121) }, 400, 'title'],
    [{ title: 'x', text: 'y '.repeat(800) }, 400, 'text'],
    [{ title: 'x', day: '2026-02-30' }, 400, 'day'],
    [{ title: 'x', day: '1999-12-31' }, 400, 'day'],
    [{ title: 'x', funnel: '__proto__' }, 400, 'funnel'],
    [{ title: 'x', key: 'a b' }, 400, 'key'],
    [{ title: 'x', source: 'service' }, 400],
    [{ title: 'x'.repeat(9000) }, 413],
  ])('with the body %j is refused with %i', async (body, status, parameter) => {
    const head = await reports.service.store.log.head()
    const response = await post(body)
    expect(response.status).toBe(status)
    const problem = (await response.json()) as { parameter?: string }
    if (parameter !== undefined) expect(problem.parameter).toBe(parameter)
    expect(await reports.service.store.log.head()).toBe(head)
  })

  test('as a form is refused, so that no other site can send it', async () => {
    expect((await post('title=x', { ...token, 'content-type': 'text/plain' })).status).toBe(415)
  })

  test.each(['0', 'x', '1', '99999', '9'.repeat(40), '%00'])('cannot remove %j', async (id) => {
    expect((await remove(id)).status).toBe(404)
  })
})

test('a client writes at most 60 annotations an hour', async () => {
  const limited = await openReports({ settings: { rateLimit: true } })
  try {
    const statuses: number[] = []
    for (let index = 0; index < 62; index += 1) {
      const response = await limited.service.app.request('/api/annotations', {
        method: 'POST',
        headers: { ...token, ...json },
        body: JSON.stringify({ title: 'x', key: `${index % 2}` }),
      })
      statuses.push(response.status)
    }
    expect(statuses.slice(0, 3)).toEqual([201, 201, 200])
    expect(statuses.indexOf(429)).toBe(60)
  } finally {
    await limited.service.close()
  }
})
