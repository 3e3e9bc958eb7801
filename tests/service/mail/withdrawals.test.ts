import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withdrawalPath } from '#domain/contact-contract.ts'
import { lastDayToWithdraw } from '#domain/withdrawal-period.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'
import { type Letters, openLetters, postForm, postJson, supportAddress } from './open-letters.ts'
import { bodyOf, startSmtpReceiver } from './smtp-receiver.ts'

let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let letters: Letters

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  letters = await openLetters({ smtpUrl: receiver.url })
})
beforeEach(() => void (receiver.mails.length = 0))
afterAll(async () => {
  await letters.close()
  await receiver.stop()
})

const fullName = `${anmeldungForm.vorname} ${anmeldungForm.nachname}`

/** An order of a person with an e-mail address of its own. */
async function order() {
  const email = `${randomUUID()}@example.org`
  return { email, run: await orderRun(letters.service, { form: { ...anmeldungForm, email } }) }
}

async function withdraw(statement: object) {
  const answer = await postJson(letters.app, withdrawalPath, statement)
  const told = [answer.status, await answer.text()]
  await vi.waitFor(() => expect(receiver.mails).toHaveLength(2))
  return told
}

const letterTo = (address: string) =>
  bodyOf(receiver.mails.find(({ to }) => to.join().toLowerCase() === address)!)

const isWithdrawn = async (run: OrderedRun) => (await run.types()).includes('withdrawn')

describe('a withdrawal', () => {
  test('is stored as an event of its order, and its receipt has content, date and time', async () => {
    const { email, run } = await order()
    const told = await withdraw({ name: fullName, email: email.toUpperCase(), details: 'Doppelt bestellt' })
    expect(told).toEqual([200, '{"success":true,"error":null}'])
    expect(await run.status()).toBe('withdrawn')
    const receipt = letterTo(email)
    expect(receipt).toContain('Doppelt bestellt')
    expect(receipt).toContain(`Name: ${fullName}`)
    expect(receipt).toMatch(/am Freitag, 20\. November 2026 um \d\d:\d\d:\d\d MEZ bei uns eingegangen/)
    expect(letterTo(supportAddress)).toContain('als widerrufen vermerkt')

    const events = await letters.service.store.log.readRun(run.runId)
    expect(JSON.stringify(events)).not.toContain('Doppelt')
    const vault = await letters.service.store.vault.read(run.runId)
    expect(JSON.stringify(vault)).toContain('Doppelt bestellt')
    expect(letters.lines.join('')).not.toContain(email)
  })

  test('of nobody’s order is answered alike and left to a person', async () => {
    const stranger = `${randomUUID()}@example.org`
    expect(await withdraw({ name: 'Niemand Hier', email: stranger })).toEqual([
      200,
      '{"success":true,"error":null}',
    ])
    expect(letterTo(supportAddress)).toContain('Kein Auftrag passt eindeutig')
    expect(letterTo(stranger)).toContain('Niemand Hier')
  })

  test('with an e-mail address alone changes nothing, for it is final', async () => {
    const { email, run } = await order()
    await withdraw({ name: 'Andere Person', email })
    expect(await isWithdrawn(run)).toBe(false)
  })

  test('that fits two orders changes none', async () => {
    const { email, run } = await order()
    const second = await orderRun(letters.service, { form: { ...anmeldungForm, email } })
    await withdraw({ name: fullName, email })
    expect([await isWithdrawn(run), await isWithdrawn(second)]).toEqual([false, false])
  })

  test('after the fourteenth day is left to a person', async () => {
    const { email, run } = await order()
    letters.service.clock.advance(17 * 24 * 3600 * 1000)
    await withdraw({ name: fullName, email })
    expect(letterTo(supportAddress)).toContain('die Frist von 14 Tagen war aber vorbei')
    expect(await isWithdrawn(run)).toBe(false)
  })

  test('by a plain form is shown for review first, with what was typed as text', async () => {
    const fields = { name: 'A <b>fett</b>', email: 'plain@example.org', orderNumber: '', details: '' }
    const review = await postForm(letters.app, withdrawalPath, fields)
    const page = await review.text()
    expect(page).toContain('<button>Widerruf bestätigen</button>')
    expect(page).toContain('A &lt;b&gt;fett')
    expect(await letters.waiting()).toBe(0)
    const done = await postForm(letters.app, withdrawalPath, { ...fields, confirmed: 'yes' })
    expect(await done.text()).toContain('Ihr Widerruf ist eingegangen')
    await vi.waitFor(() => expect(receiver.mails).toHaveLength(2))
  })

  test('is taken five times a minute from one client', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1)
      statuses.push((await postJson(letters.limitedApp, withdrawalPath, {})).status)
    expect(statuses.at(-2)).toBe(422)
    expect(statuses.at(-1)).toBe(429)
  })
})

test.each([
  ['2026-11-20T11:00:00Z', '2026-12-04'],
  ['2026-11-20T23:30:00Z', '2026-12-07'],
  ['2026-11-22T11:00:00Z', '2026-12-07'],
  ['2026-12-24T11:00:00Z', '2027-01-07'],
])('a contract of %s can be withdrawn from until %s', (at, day) => {
  expect(lastDayToWithdraw(Date.parse(at))).toBe(day)
})
