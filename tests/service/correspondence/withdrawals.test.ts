import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { withdrawalPath } from '#domain/site/contact-contract.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'
import { eventually } from '#tests/eventually.ts'
import {
  type Emails,
  openEmails,
  postForm,
  postJson,
  supportAddress,
} from '#tests/service/mail/open-emails.ts'
import { bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'

const databases = postgresDatabases()
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let emails: Emails

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  emails = await openEmails({ smtpUrl: receiver.url })
})
beforeEach(() => {
  receiver.mails.length = 0
  receiver.state.refuse = false
})
afterAll(async () => {
  await emails.close()
  await receiver.stop()
})

const day = 24 * 3600 * 1000
const fullName = `${anmeldungForm.vorname} ${anmeldungForm.nachname}`

/** Places an order with a new e-mail address. */
async function order(of = emails) {
  const email = `${randomUUID()}@example.org`
  return { email, run: await orderRun(of.service, { form: { ...anmeldungForm, email } }) }
}

/**
 * Declares a withdrawal and waits until `mails` e-mails have been sent: one to the operator, one to the address in the
 * declaration and, if the declaration changes an order, one to the order's address. Returns the status and body of the
 * response.
 */
async function withdraw(
  statement: object,
  { of = emails, mails = 2, secret }: { of?: Emails; mails?: number; secret?: string } = {},
) {
  await of.project()
  const answer = await of.app.request(withdrawalPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret !== undefined && { 'x-run-secret': secret }) },
    body: JSON.stringify(statement),
  })
  const response = [answer.status, await answer.text()]
  await eventually(async () => {
    expect(receiver.mails).toHaveLength(mails)
    expect(await of.waiting()).toHaveLength(0)
  })
  return response
}

const emailsTo = (address: string) =>
  receiver.mails.filter(({ to }) => to.join().toLowerCase() === address).map(bodyOf)
const emailTo = (address: string, about = '') => emailsTo(address).find((text) => text.includes(about))!
const receipt = 'Diese Nachricht bestätigt den Eingang'
const question = 'Bestätigen Sie es bitte hier'

/**
 * Returns the paths of the two links in the e-mail to the address of an order. The first one confirms the withdrawal,
 * the second one objects to it.
 */
function linksTo(address: string): [string, string] {
  const [confirm, object] = emailTo(address, question).match(/http:\/\/localhost\/\S+/g) ?? []
  return [new URL(confirm!), new URL(object!)].map(({ pathname, search }) => pathname + search) as [
    string,
    string,
  ]
}

const press = (link: string, of = emails) => {
  const { pathname, searchParams } = new URL(link, 'http://localhost')
  return postForm(of.app, pathname, { t: searchParams.get('t') ?? '' })
}

const changesOf = async (run: OrderedRun) =>
  (await run.types()).filter((type) => type === 'withdrawn' || type.startsWith('withdrawal_'))
const isDeclared = async (run: OrderedRun) => (await changesOf(run)).length > 0

/** Opens a separate service, so that a test can advance its clock by days without affecting other tests. */
async function openOthers() {
  const of = await openEmails({ smtpUrl: receiver.url })
  onTestFinished(() => of.close())
  return of
}

describe('a withdrawal', () => {
  test('pauses its order, and is confirmed with content, date and time', async () => {
    const { email, run } = await order()
    const statement = { name: fullName, email: email.toUpperCase(), details: 'Doppelt bestellt' }
    expect(await withdraw(statement, { mails: 3 })).toEqual([200, '{"success":true,"error":null}'])
    expect(await run.status()).toBe('withdrawal_declared')
    expect(emailTo(email, receipt)).toContain('Doppelt bestellt')
    expect(emailTo(email, receipt)).toContain(`Name: ${fullName}`)
    expect(emailTo(email, receipt)).toMatch(
      /am Freitag, 20\. November 2026 um \d\d:\d\d:\d\d MEZ bei uns eingegangen/,
    )
    expect(emailTo(supportAddress)).toContain('Der Auftrag wurde gefunden und ruht')
    expect(emailTo(email, question)).toContain(run.order.number)
    expect(emailTo(email, question)).not.toContain('Doppelt')
    expect(emailTo(email, question)).toMatch(/gilt der Auftrag ab Montag, 23\. November 2026/)

    const checkout = await run.checkout()
    expect([checkout.status, await checkout.text()]).toEqual([
      409,
      expect.stringContaining('withdrawal-declared'),
    ])
    const events = await emails.service.store.log.readRun(run.runId)
    expect(JSON.stringify(events)).not.toContain('Doppelt')
    const vault = await emails.service.store.vault.read(run.runId)
    expect(JSON.stringify(vault)).toContain('Doppelt bestellt')
    expect(emails.lines.join('')).not.toContain(email)
  })

  test('without a matching order gets the same response and is left to the operator', async () => {
    const stranger = `${randomUUID()}@example.org`
    expect(await withdraw({ name: 'Niemand Hier', email: stranger })).toEqual([
      200,
      '{"success":true,"error":null}',
    ])
    expect(emailTo(supportAddress)).toContain('Kein Auftrag passt eindeutig')
    expect(emailTo(stranger)).toContain('Niemand Hier')
  })

  test('with the e-mail address of an order but another name changes nothing', async () => {
    const { email, run } = await order()
    await withdraw({ name: 'Andere Person', email })
    expect(await isDeclared(run)).toBe(false)
  })

  test('that matches two orders changes neither', async () => {
    const { email, run } = await order()
    const second = await orderRun(emails.service, { form: { ...anmeldungForm, email } })
    await withdraw({ name: fullName, email })
    expect([await isDeclared(run), await isDeclared(second)]).toEqual([false, false])
  })

  test('may name its order by number, and the question always goes to the address of the order', async () => {
    const [first, second, third] = [await order(), await order(), await order()]
    const spaced = first.run.order.number.toLowerCase().replace('-', '- ')
    const stranger = `${randomUUID()}@example.org`
    await withdraw({ name: fullName, email: stranger, orderNumber: spaced }, { mails: 3 })
    expect(await first.run.status()).toBe('withdrawal_declared')
    expect(emailTo(stranger)).toContain(`Auftragsnummer: ${spaced}`)
    expect(emailsTo(stranger)).toHaveLength(1)
    expect(emailsTo(first.email)).toEqual([expect.stringContaining(question)])
    receiver.mails.length = 0
    const byNumber = { name: 'Andere Person', email: second.email, orderNumber: second.run.order.number }
    await withdraw(byNumber, { mails: 3 })
    expect(await second.run.status()).toBe('withdrawal_declared')
    receiver.mails.length = 0
    await withdraw({ name: 'Andere Person', email: stranger, orderNumber: third.run.order.number })
    expect(await isDeclared(third.run)).toBe(false)
    expect(emailTo(supportAddress)).toContain('Kein Auftrag passt eindeutig')
  })

  test('with an order number pauses only that one of two orders', async () => {
    const { email, run } = await order()
    const second = await orderRun(emails.service, { form: { ...anmeldungForm, email } })
    await withdraw({ name: 'Andere Person', email, orderNumber: second.order.number }, { mails: 3 })
    expect([await isDeclared(run), await isDeclared(second)]).toEqual([false, true])
  })

  test('with the secret of the order’s run is final at once, with the secret of another run it is not', async () => {
    const [own, other] = [await order(), await order()]
    const { number } = own.run.order
    const stranger = `${randomUUID()}@example.org`
    const statement = { name: 'Andere Person', email: stranger, orderNumber: number }
    await withdraw(statement, { secret: other.run.secret })
    expect(await own.run.status()).toBe('ordered')
    receiver.mails.length = 0
    await withdraw(statement, { secret: own.run.secret, mails: 3 })
    expect(await own.run.status()).toBe('withdrawn')
    expect(emailTo(own.email)).toContain('ist widerrufen')
    expect(await changesOf(own.run)).toEqual(['withdrawn'])
  })

  test('is stored once if its confirmation cannot be sent at first, and only the confirmation is sent again', async () => {
    const { email, run } = await order()
    receiver.state.refuse = email
    const answer = await postJson(emails.app, withdrawalPath, { name: fullName, email })
    expect(answer.status).toBe(200)
    await eventually(() => expect(emails.lines.join('')).toContain('e-mail not delivered'))
    await eventually(() => expect(receiver.mails.map(({ to }) => to)).toEqual([[supportAddress]]))
    expect(await run.status()).toBe('withdrawal_declared')
    // Both e-mails to the customer were refused once.
    await eventually(async () =>
      expect((await emails.waiting()).map(({ attempts }) => attempts)).toEqual([1, 1]),
    )
    const { clock } = emails.service
    const receivedAt = clock.now()
    receiver.state.refuse = false
    clock.advance(6000)
    await eventually(() => expect(receiver.mails).toHaveLength(3))
    // The e-mail must state the time of the declaration, not the time at which it was sent.
    const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'medium', timeZone: 'Europe/Berlin' })
    expect(emailTo(email, receipt)).toContain(`um ${time.format(receivedAt)} MEZ bei uns eingegangen`)
    expect(await changesOf(run)).toEqual(['withdrawal_declared'])
    await eventually(async () => expect(await emails.waiting()).toHaveLength(0))
    expect(emails.lines.join('')).not.toContain(email)
  })

  test('is recorded and decided on PostgreSQL as well', { timeout: 60_000 }, async () => {
    const url = await databases.url()
    const of = await openEmails({
      smtpUrl: receiver.url,
      openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }),
    })
    try {
      const { email, run } = await order(of)
      await withdraw({ name: fullName, email, details: 'Doppelt bestellt' }, { of, mails: 3 })
      expect(await run.status()).toBe('withdrawal_declared')
      expect(JSON.stringify(await of.service.store.vault.read(run.runId))).toContain('Doppelt bestellt')
      const [confirm] = linksTo(email)
      expect(await (await press(confirm, of)).text()).toContain('ist widerrufen')
      expect(await run.status()).toBe('withdrawn')
      await eventually(() => expect(receiver.mails).toHaveLength(4))
      receiver.mails.length = 0

      const overdue = await order(of)
      await withdraw({ name: fullName, email: overdue.email }, { of, mails: 3 })
      await of.project()
      of.service.clock.advance(3 * day)
      await of.withdrawOverdue()
      expect(await overdue.run.status()).toBe('withdrawn')
    } finally {
      await of.close()
    }
  })

  test('after the fourteenth day is left to the operator', async () => {
    const of = await openOthers()
    const { email, run } = await order(of)
    await of.noteConfirmation(run.order.id, of.service.clock.now())
    of.service.clock.advance(17 * day)
    await withdraw({ name: fullName, email }, { of, mails: 3, secret: run.secret })
    expect(await isDeclared(run)).toBe(true)
    const reviewed = emailTo(email, 'Wir prüfen Ihren Widerruf und schreiben Ihnen')
    expect(reviewed).not.toMatch(/gilt|Bestätigen Sie/)
    expect(reviewed.match(/http:\/\/localhost\/widerruf\S+/g)).toHaveLength(1)
    expect(emailTo(email, receipt)).not.toMatch(/gilt der Auftrag|Drei Tage/i)
    expect(emailTo(supportAddress)).toContain('von selbst wird er nicht wirksam')
    expect(emailTo(supportAddress)).not.toMatch(/drei Tage/i)
    await of.project()
    of.service.clock.advance(4 * day)
    await of.withdrawOverdue()
    expect(await run.status()).toBe('withdrawal_declared')
  })

  test('as a plain form is shown for review first, with the input escaped', async () => {
    const fields = { name: 'A <b>fett</b>', email: 'plain@example.org', orderNumber: '', details: '' }
    const review = await postForm(emails.app, withdrawalPath, fields)
    const page = await review.text()
    expect(page).toContain('>Widerruf bestätigen</button>')
    expect(page).toContain('A &lt;b&gt;fett')
    expect(await emails.waiting()).toHaveLength(0)
    const change = await (await postForm(emails.app, withdrawalPath, { ...fields, change: 'yes' })).text()
    expect(change).toContain('value="A &lt;b&gt;fett&lt;/b&gt;"')
    expect(change).toContain('value="plain@example.org"')
    expect(await emails.waiting()).toHaveLength(0)
    const done = await postForm(emails.app, withdrawalPath, { ...fields, confirmed: 'yes' })
    expect(await done.text()).toContain('Ihr Widerruf ist eingegangen')
    await eventually(() => expect(receiver.mails).toHaveLength(2))
  })

  test('is limited to five a minute per client', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1)
      statuses.push((await postJson(emails.limitedApp, withdrawalPath, {})).status)
    expect(statuses.at(-2)).toBe(422)
    expect(statuses.at(-1)).toBe(429)
  })
})

/** Places an order. Declares its withdrawal with the right name and order number, but another e-mail address. */
async function declared(of = emails) {
  const { email, run } = await order(of)
  const orderNumber = run.order.number
  const stranger = `${randomUUID()}@example.org`
  await withdraw({ name: fullName, email: stranger, orderNumber }, { of, mails: 3 })
  const links = linksTo(email)
  receiver.mails.length = 0
  return { email, run, links, again: { name: fullName, email: stranger, orderNumber } }
}

describe('a declared withdrawal', () => {
  test('is confirmed by the button; opening a link changes nothing', async () => {
    const { run, links } = await declared()
    for (const link of links) {
      const page = await emails.app.request(link)
      expect(page.status).toBe(200)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(await page.text()).toContain(run.order.number)
      await emails.app.request(link, { method: 'HEAD' })
    }
    expect(await run.status()).toBe('withdrawal_declared')
    expect(await (await press(links[0])).text()).toContain('ist widerrufen')
    expect(await run.status()).toBe('withdrawn')
    await eventually(() => expect(emailTo(supportAddress, 'bestätigt')).toBeTruthy())
    expect(await (await press(links[1])).text()).toContain('war schon widerrufen')
    expect(await changesOf(run)).toEqual(['withdrawal_declared', 'withdrawn'])
  })

  test('is cancelled by an objection; later declarations are acknowledged but do not pause the order', async () => {
    const { run, links, again, email } = await declared()
    expect(await (await press(links[1])).text()).toContain('läuft weiter')
    expect(await run.status()).toBe('ordered')
    expect(await (await press(links[0])).text()).toContain('schon widersprochen')
    await eventually(() => expect(emailTo(supportAddress, 'widersprochen')).toBeTruthy())
    receiver.mails.length = 0
    await withdraw(again)
    expect(await run.status()).toBe('ordered')
    expect(emailTo(supportAddress)).toContain('Einem früheren Widerruf wurde widersprochen')
    expect(emailsTo(email)).toEqual([])
    receiver.mails.length = 0
    await withdraw({ ...again, email: 'a@example.org' }, { secret: run.secret, mails: 3 })
    expect(await run.status()).toBe('withdrawn')
  })

  test('records a payment that arrives before the decision', async () => {
    const [kept, withdrawn] = [await declared(), await declared()]
    for (const { run } of [kept, withdrawn]) {
      expect((await run.callback()).status).toBe(200)
      expect(await run.status()).toBe('withdrawal_declared')
    }
    await press(kept.links[1])
    expect(await kept.run.status()).toBe('paid')
    await press(withdrawn.links[0])
    expect(await withdrawn.run.status()).toBe('withdrawn')
    await eventually(() => expect(emailTo(supportAddress, 'Zu erstatten ist die Zahlung pay_1')).toBeTruthy())
  })

  test('is final after three days without objection, not before', async () => {
    const of = await openOthers()
    const { run, email } = await declared(of)
    await of.project()
    of.service.clock.advance(3 * day - 60_000)
    await of.withdrawOverdue()
    expect(await run.status()).toBe('withdrawal_declared')
    of.service.clock.advance(120_000)
    // The service periodically looks for withdrawals whose period for objections has ended, and makes them final.
    await eventually(async () => expect(await run.status()).toBe('withdrawn'))
    await eventually(() => expect(emailsTo(email)).toEqual([expect.stringContaining('ist widerrufen')]))
    await eventually(() => expect(emailTo(supportAddress, 'Drei Tage lang')).toBeTruthy())
    await Promise.all([of.withdrawOverdue(), of.withdrawOverdue()])
    expect(await changesOf(run)).toEqual(['withdrawal_declared', 'withdrawn'])
  })

  test('is reported even if the process ends right after the decision was stored', async () => {
    const of = await openOthers()
    const [answered, overdue] = [await declared(of), await declared(of)]
    await of.project()
    const { log } = of.service.store
    const { append } = log
    let killed = 0
    log.append = async (batch) => {
      await append(batch)
      killed += 1
      throw new Error('killed')
    }
    expect((await press(answered.links[0], of)).status).toBe(500)
    of.service.clock.advance(3 * day)
    await eventually(() => expect(killed).toBe(2))
    await of.restart()
    log.append = append
    expect([await answered.run.status(), await overdue.run.status()]).toEqual(['withdrawn', 'withdrawn'])
    // The first e-mail is due. Wait until it is sent, because an attempt that seems to take 60 s is repeated.
    await eventually(async () => expect(await of.waiting()).toHaveLength(2))
    of.service.clock.advance(60_000)
    await eventually(() => {
      expect(emailTo(supportAddress, 'bestätigt')).toBeTruthy()
      expect(emailTo(supportAddress, 'Drei Tage lang')).toBeTruthy()
      expect(emailTo(overdue.email, 'ist widerrufen')).toBeTruthy()
    })
    await eventually(async () => expect(await of.waiting()).toHaveLength(0))
    expect(receiver.mails).toHaveLength(3)
  })

  test('is not reported if the decision was not stored', async () => {
    const of = await openOthers()
    const { run, links } = await declared(of)
    const { log } = of.service.store
    const { append } = log
    log.append = () => Promise.reject(new Error('killed'))
    expect((await press(links[0], of)).status).toBe(500)
    log.append = append
    expect(await of.waiting()).toHaveLength(1)
    of.service.clock.advance(60_000)
    await of.restart()
    expect(await of.waiting()).toHaveLength(1)
    of.service.clock.advance(60 * 60_000)
    await eventually(async () => expect(await of.waiting()).toHaveLength(0))
    expect(receiver.mails).toEqual([])
    expect(await run.status()).toBe('withdrawal_declared')
  })

  test('is shown only for a valid link', async () => {
    const of = await openOthers()
    const { run, links } = await declared(of)
    const token = new URL(links[0], 'http://localhost').searchParams.get('t')!
    const bytes = Buffer.from(token, 'base64url')
    const flipped = (at: number) => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      return copy.toString('base64url')
    }
    const forged = ['', 'x', token.slice(0, -2), `${token}AAAA`, ...[0, 20, 32, 36, 40, 70].map(flipped)]
    const pages = await Promise.all(
      forged.map(async (one) => {
        const page = await of.app.request(`/widerruf/antwort?t=${one}`)
        return `${page.status} ${await page.text()}`
      }),
    )
    expect(new Set(pages)).toEqual(new Set([expect.stringMatching(/^404 [^]*Dieser Link gilt nicht mehr/)]))
    expect(new Set(pages).size).toBe(1)
    for (const one of forged)
      expect((await postForm(of.app, '/widerruf/antwort', { t: one })).status).toBe(404)
    expect((await postForm(of.app, '/widerruf/antwort', { t: token }, 'https://evil.example')).status).toBe(
      403,
    )
    expect(await run.status()).toBe('withdrawal_declared')
    of.service.clock.advance(15 * day)
    expect((await of.app.request(links[0])).status).toBe(404)
  })
})

describe('acknowledgements', () => {
  test('contain no links from the input, and go to one address at most twice a day', async () => {
    const of = await openOthers()
    const email = `${randomUUID()}@example.org`
    const details = 'Jetzt zahlen: https://evil.example/x oder www.evil.example'
    for (let i = 1; i <= 2; i += 1) {
      await withdraw({ name: 'Ihr Konto: evil.example', email, details }, { of, mails: i * 2 })
    }
    for (const text of [...emailsTo(email), ...emailsTo(supportAddress)])
      expect(text.slice(0, text.indexOf('\n-- \n'))).not.toMatch(/evil\.example|https?:|www\.|\S@\S/)
    const tagged = email.replace('@', '+tag@').toUpperCase()
    await postJson(of.app, withdrawalPath, { name: 'A', email: tagged })
    await eventually(() => expect(receiver.mails).toHaveLength(5))
    await eventually(() => expect(of.lines.join('')).toContain('an acknowledgement waits'))
    await eventually(async () => expect(await of.waiting()).toHaveLength(1))
    await of.restart()
    of.service.clock.advance(60 * 60_000)
    expect(receiver.mails).toHaveLength(5)
    of.service.clock.advance(day)
    await eventually(() => expect(receiver.mails).toHaveLength(6))
    await eventually(async () => expect(await of.waiting()).toHaveLength(0))
  })

  test('over the limit are rescheduled at once, with one log line for all', async () => {
    const of = await openOthers()
    const email = `${randomUUID()}@example.org`
    for (let i = 0; i < 8; i += 1) await postJson(of.app, withdrawalPath, { name: 'A', email })
    await eventually(async () => expect(await of.waiting()).toHaveLength(6))
    await eventually(() => expect(receiver.mails).toHaveLength(10))
    const due = async () =>
      (await of.waiting()).map(({ nextAttemptAt }) => nextAttemptAt).toSorted((a, b) => a - b)
    const midnight = Date.parse('2026-11-21T00:00:00+01:00')
    await eventually(async () =>
      expect(await due()).toEqual([0, 0, 1, 1, 2, 2].map((days) => midnight + days * day)),
    )
    expect(of.lines.filter((line) => line.includes('an acknowledgement waits'))).toHaveLength(1)
  })

  test('and notices of each kind go to the address of an order at most five times a day', async () => {
    const of = await openOthers()
    const { email, run } = await order(of)
    const runs = [run]
    for (let i = 0; i < 6; i += 1)
      runs.push(await orderRun(of.service, { form: { ...anmeldungForm, email } }))
    await of.project()
    for (const one of runs)
      await postJson(of.app, withdrawalPath, {
        name: fullName,
        email: `${randomUUID()}@example.org`,
        orderNumber: one.order.number,
      })
    await eventually(async () => {
      expect(emailsTo(supportAddress)).toHaveLength(7)
      expect(await of.waiting()).toHaveLength(2)
    })
    expect(emailsTo(email)).toHaveLength(5)
    for (const one of runs) expect(await one.status()).toBe('withdrawal_declared')
    expect(of.lines.join('')).toContain('an e-mail about a withdrawal waits')
    of.service.clock.advance(day)
    await eventually(() => expect(emailsTo(email)).toHaveLength(7))
  })
})
