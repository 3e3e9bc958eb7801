import { afterAll, beforeAll, expect, test } from 'vitest'
import { countDue } from '#service/desk/read-queue.ts'
import { dayMs } from '#domain/time/durations.ts'
import { dueEmail } from '#service/emails/desk/due-email.ts'
import { type Desk, openDesk } from './open-desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk({ letterService: true })))
afterAll(() => desk.close())

test('with a letter service, a letter is its work until its report is missing for three working days', async () => {
  // Friday
  const handedOver = Date.parse('2026-11-20T16:00:00+01:00')
  const run = await desk.freeze(await desk.submit(await desk.paidRun(), handedOver), 1)
  desk.clock.set(handedOver)
  await desk.logIn()
  const row = (await desk.rowOf(run))!
  expect(row).toMatchObject({ work: 'posting', due: false, dueAt: '2026-11-25T15:00:00.000Z' })
  const queue = await desk.queue()
  expect(queue.letterService).toBe(true)
  expect(queue.groups.find(({ work }) => work === 'send')).toMatchObject({ count: 0, rows: [] })
  expect(countDue(queue)).toBe(0)

  desk.clock.set(handedOver + 5 * dayMs)
  await desk.logIn()
  expect(await desk.rowOf(run)).toMatchObject({ work: 'posting', due: true })
  const late = await desk.queue()
  expect(countDue(late)).toBe(1)
  expect(JSON.stringify(dueEmail(late, 'http://localhost/auftraege'))).toMatch(/Meldung des Briefdienstes/)
})

test('with a letter service, a letter is not printed a second time', async () => {
  const run = await desk.freeze(await desk.submittedRun(), 1)
  const response = await desk.get(`/letters?orders=${run.order.id}`)
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { type: 'urn:formlotse:problem:letter-service' },
  ])
})
