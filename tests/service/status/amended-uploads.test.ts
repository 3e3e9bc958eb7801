import { afterEach, beforeEach, expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { noon } from '#tests/build-events.ts'
import { aenderungCases } from '#tests/funnel-cases/aenderung.ts'
import { encodeForm } from '#tests/service/uploads/encode-form.ts'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { type Status, openStatus } from './open-status.ts'

const field = 'personalausweis'
let status: Status

beforeEach(async () => {
  const {
    personalausweis: _,
    zahlungsnachweis: __,
    ...form
  } = aenderungCases(berlinDate(noon)).orders.find((one) => one.form['changeType'] === 'name')!.form as {
    vorname: string
    geburtsdatum: string
  } & Record<string, unknown>
  status = await openStatus({
    funnel: 'aenderung',
    form,
    proof: form.geburtsdatum,
  })
})
afterEach(() => status.emails.close())

async function upload(headers: Record<string, string>, runId = status.run.runId): Promise<Response> {
  const form = new FormData()
  form.set(
    'file',
    new File([new Uint8Array(sampleFiles['image/jpeg'])], 'ausweis.jpg', { type: 'image/jpeg' }),
  )
  const query = new URLSearchParams({ runId, field }).toString()
  const { contentType, body } = await encodeForm(form)
  return status.emails.app.request(`/api/uploads?${query}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  })
}

test('a missing proof can be added to an order until its letter is due', async () => {
  await status.pay()
  const opened = await status.access()
  const stored = await upload(opened)
  expect(stored.status).toBe(201)
  const { id } = (await stored.json()) as { id: string }
  expect((await status.amend({ [field]: [id] })).status).toBe(200)
  const { values, uploads } = await status.data()
  expect(values[field]).toEqual([id])
  expect(uploads.map(({ filename }) => filename)).toEqual(['ausweis.jpg'])

  const remove = (headers: Record<string, string>) =>
    status.emails.app.request(`/api/uploads/${id}`, { method: 'DELETE', headers })
  expect((await remove(opened)).status).toBe(409)
  status.service.clock.advance(2 * 3600 * 1000)
  expect((await upload(await status.access())).status).toBe(409)
})

test('a file that is not part of the order yet can be removed again', async () => {
  const opened = await status.access()
  const { id } = (await (await upload(opened)).json()) as { id: string }
  const removed = await status.emails.app.request(`/api/uploads/${id}`, { method: 'DELETE', headers: opened })
  expect(removed.status).toBe(204)
  expect((await status.data()).uploads).toEqual([])
})

test('nobody else can add files to the order, and the access opens no other run', async () => {
  expect((await upload({ 'x-run-secret': status.run.secret })).status).toBe(409)
  expect((await upload({ 'x-status-access': status.token })).status).toBe(401)
  expect((await upload(await status.access(), '019a9d3c-7a00-7000-8000-00000000000a')).status).toBe(404)
})

test('a missing proof can be added without JavaScript', async () => {
  const clients = new Set<string>()
  const limitedApp = status.emails.makeLimitedApp(async (client) => void clients.add(client))
  const { 'x-status-access': access } = await status.access()
  const form = new FormData()
  form.set(
    'file',
    new File([new Uint8Array(sampleFiles['image/jpeg'])], 'ausweis.jpg', { type: 'image/jpeg' }),
  )
  const { contentType, body } = await encodeForm(form)
  const headers = { 'content-type': contentType, origin: 'http://localhost', cookie: `auftrag=${access}` }
  const env = { incoming: { socket: { remoteAddress: '203.0.113.9' } } }
  const added = await limitedApp.request(`/auftrag/nachweis/${field}`, { method: 'POST', headers, body }, env)
  expect(await added.text()).toContain('gespeichert')
  const { values, uploads } = await status.data()
  expect(values[field]).toEqual(uploads.map(({ id }) => id))
  expect(uploads).toHaveLength(1)
  expect(clients).toEqual(new Set(['203.0.113.9']))
})
