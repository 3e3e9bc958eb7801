// @module-tag slow
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { subscriptionPath } from '#service/weekly-report/recipients.ts'
import { eventually } from '#tests/eventually.ts'
import { skewedClock } from '#tests/faults/support/preloads.ts'
import { piiKey, secrets } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { freePort } from '#tools/stack/free-port.ts'
import { type ReceivedMail, bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'

const services = serviceProcesses()
let temporary: ReturnType<typeof temporaryFolder>
/** The same in all starts, because links contain it. */
let port: number
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
beforeEach(async () => {
  temporary = temporaryFolder()
  port = await freePort()
  receiver = await startSmtpReceiver()
})
afterEach(async () => {
  await services.killAll()
  await receiver.stop()
  temporary.remove()
})

const day = 24 * 3_600_000

/** Monday a few minutes after 07:00. The service sees this time at its start. */
const monday = '2026-11-23T07:03:00+01:00'

/** Starts the service as if it were `daysBefore` days before the Monday. */
async function start(daysBefore = 0) {
  const service = await services.start({
    ...secrets,
    DATA_DIR: path.join(temporary.folder, 'data'),
    SMTP_URL: receiver.url,
    PORT: String(port),
    SUPPORT_EMAIL: 'hilfe@formlotse.test',
    WEEKLY_REPORT_TO: 'ada@example.org, grace@example.org',
    ...skewedClock(Date.parse(monday) - daysBefore * day - Date.now()),
  })
  const enqueued = () =>
    eventually(() =>
      expect(service.logged().map(({ msg }) => msg)).toContain('the weekly report is enqueued'),
    )
  return { ...service, enqueued }
}

const reports = () => receiver.mails.filter((mail) => bodyOf(mail).includes('Die Woche vom'))
const recipients = () =>
  reports()
    .flatMap(({ to }) => to)
    .toSorted()
const unsubscribeUrl = ({ source }: ReceivedMail) =>
  /^List-Unsubscribe: <(\S+)>$/m.exec(source.replaceAll(/\n[ \t]+/g, ' '))![1]!

function pendingEmails(): number {
  const sqlite = new Database(path.join(temporary.folder, 'data', 'formlotse.db'), { readonly: true })
  try {
    return sqlite
      .prepare<[], number>(`SELECT count(*) FROM outbox WHERE destination = 'mail' AND state = 'pending'`)
      .pluck()
      .get()!
  } finally {
    sqlite.close()
  }
}

async function sentEvents() {
  const file = path.join(temporary.folder, 'data', 'formlotse.db')
  const store = await openSqliteStore({ file, piiKey, exclusive: true })
  try {
    return await store.operations.read({ types: ['weekly_report_sent'], limit: 99 })
  } finally {
    await store.close()
  }
}

test(
  'the weekly report is sent once per recipient although the process is killed, and not to those who unsubscribe',
  { timeout: 240_000 },
  async () => {
    // The log begins two weeks before, so it has the whole week.
    await (await start(14)).end('SIGKILL')

    receiver.state.silent = true
    const first = await start()
    await eventually(() => expect(receiver.state.heard).toBeGreaterThanOrEqual(2))
    await first.end('SIGKILL')

    receiver.state.silent = false
    const second = await start()
    await eventually(() => expect(recipients()).toEqual(['ada@example.org', 'grace@example.org']))
    expect(bodyOf(reports()[0]!)).toContain('Die Woche vom 16. bis 22. November 2026')
    const ada = reports().find(({ to }) => to.includes('ada@example.org'))!
    const page = unsubscribeUrl(ada)
    expect(new URL(page).pathname).toBe(subscriptionPath)
    expect(page).not.toMatch(/\bada\b|example/)
    const answer = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(answer.status).toBe(200)
    // A process that is killed before it has recorded a delivery sends the e-mail again.
    await eventually(() => expect(pendingEmails()).toBe(0))
    await second.end('SIGKILL')

    // Nothing is sent again after another restart, and the recipient is still unsubscribed.
    const third = await start()
    await third.enqueued()
    expect(await (await fetch(page)).text()).toContain('wieder bestellen')
    await third.end('SIGKILL')
    expect((await sentEvents()).map(({ data }) => data.week)).toEqual(['2026-11-16'])
    expect(recipients()).toHaveLength(2)

    const nextWeek = await start(-7)
    await nextWeek.enqueued()
    await eventually(() => expect(recipients()).toHaveLength(3))
    expect(reports().at(-1)!.to).toEqual(['grace@example.org'])
    await nextWeek.end('SIGTERM')
    expect((await sentEvents()).map(({ data }) => data.week)).toEqual(['2026-11-16', '2026-11-23'])
  },
)
