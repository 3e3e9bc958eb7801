import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { withdrawalPath } from '#domain/contact-contract.ts'
import { lastDayToWithdraw } from '#domain/withdrawal-period.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'
import { eventually } from '#tests/eventually.ts'
import { type Letters, openLetters, postForm, postJson, supportAddress } from './open-letters.ts'
import { bodyOf, startSmtpReceiver } from './smtp-receiver.ts'

const databases = postgresDatabases()
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let letters: Letters

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  letters = await openLetters({ smtpUrl: receiver.url })
})
beforeEach(() => {
  receiver.mails.length = 0
  receiver.state.refuse = false
})
afterAll(async () => {
  await letters.close()
  await receiver.stop()
})

const fullName = `${anmeldungForm.vorname} ${anmeldungForm.nachname}`

/** An order of a person with an e-mail address of its own. */
async function order(of = letters) {
  const email = `${randomUUID()}@example.org`
  return { email, run: await orderRun(of.service, { form: { ...anmeldungForm, email } }) }
}

async function withdraw(statement: object, of = letters) {
  await of.project()
  const answer = await postJson(of.app, withdrawalPath, statement)
  const told = [answer.status, await answer.text()]
  await eventually(() => expect(receiver.mails).toHaveLength(2))
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

  test('names its order by its number, with the name or the address of whoever ordered', async () => {
    const [first, second, third] = [await order(), await order(), await order()]
    const spaced = first.run.order.number.toLowerCase().replace('-', '- ')
    const stranger = 'elsewhere@example.org'
    await withdraw({ name: fullName, email: stranger, orderNumber: spaced })
    expect(await first.run.status()).toBe('withdrawn')
    expect(letterTo(stranger)).toContain(`Auftragsnummer: ${spaced}`)
    receiver.mails.length = 0
    await withdraw({ name: 'Andere Person', email: second.email, orderNumber: second.run.order.number })
    expect(await second.run.status()).toBe('withdrawn')
    receiver.mails.length = 0
    await withdraw({ name: 'Andere Person', email: stranger, orderNumber: third.run.order.number })
    expect(await isWithdrawn(third.run)).toBe(false)
    expect(letterTo(supportAddress)).toContain('Kein Auftrag passt eindeutig')
  })

  test('by the number of one of two orders is about that one', async () => {
    const { email, run } = await order()
    const second = await orderRun(letters.service, { form: { ...anmeldungForm, email } })
    await withdraw({ name: 'Andere Person', email, orderNumber: second.order.number })
    expect([await isWithdrawn(run), await isWithdrawn(second)]).toEqual([false, true])
  })

  test('whose receipt cannot be sent at first is stored once, and the receipt follows alone', async () => {
    const { email, run } = await order()
    receiver.state.refuse = email
    const answer = await postJson(letters.app, withdrawalPath, { name: fullName, email })
    expect(answer.status).toBe(200)
    await eventually(() => expect(letters.lines.join('')).toContain('a letter could not be sent'))
    await eventually(() => expect(receiver.mails.map(({ to }) => to)).toEqual([[supportAddress]]))
    expect(await run.status()).toBe('withdrawn')
    expect(await letters.waiting()).toBe(1)
    const { clock } = letters.service
    const receivedAt = clock.now()
    receiver.state.refuse = false
    clock.advance(6000)
    await eventually(() => expect(receiver.mails).toHaveLength(2))
    // When it came, not when the receipt could be sent.
    const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'medium', timeZone: 'Europe/Berlin' })
    expect(letterTo(email)).toContain(`um ${time.format(receivedAt)} MEZ bei uns eingegangen`)
    expect((await run.types()).filter((type) => type === 'withdrawn')).toHaveLength(1)
    await eventually(async () => expect(await letters.waiting()).toBe(0))
    expect(letters.lines.join('')).not.toContain(email)
  })

  test('is stored on PostgreSQL as well', { timeout: 60_000 }, async () => {
    const url = await databases.url()
    const onPostgres = await openLetters({
      smtpUrl: receiver.url,
      openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }),
    })
    try {
      const { email, run } = await order(onPostgres)
      await withdraw({ name: fullName, email, details: 'Doppelt bestellt' }, onPostgres)
      expect(await run.status()).toBe('withdrawn')
      expect(JSON.stringify(await onPostgres.service.store.vault.read(run.runId))).toContain(
        'Doppelt bestellt',
      )
      receiver.mails.length = 0
      const byNumber = await order(onPostgres)
      const { number } = byNumber.run.order
      await withdraw({ name: fullName, email: 'elsewhere@example.org', orderNumber: number }, onPostgres)
      expect(await byNumber.run.status()).toBe('withdrawn')
    } finally {
      await onPostgres.close()
    }
  })

  test('after the fourteenth day is left to a person', async () => {
    const { email, run } = await order()
    letters.service.clock.advance(17 * 24 * 3600 * 1000)
    await withdraw({ name: fullName, email })
    expect(letterTo(supportAddress)).toContain('die Frist von 14 Tagen war aber vorbei')
    expect(await isWithdrawn(run)).toBe(false)
  })

  test('by a plain form is shown for review first, with what was typed as text', async () => {
    // What was sent before is forgotten only after the mail server has it.
    await eventually(async () => expect(await letters.waiting()).toBe(0))
    const fields = { name: 'A <b>fett</b>', email: 'plain@example.org', orderNumber: '', details: '' }
    const review = await postForm(letters.app, withdrawalPath, fields)
    const page = await review.text()
    expect(page).toContain('<button>Widerruf bestätigen</button>')
    expect(page).toContain('A &lt;b&gt;fett')
    expect(await letters.waiting()).toBe(0)
    const done = await postForm(letters.app, withdrawalPath, { ...fields, confirmed: 'yes' })
    expect(await done.text()).toContain('Ihr Widerruf ist eingegangen')
    await eventually(() => expect(receiver.mails).toHaveLength(2))
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
