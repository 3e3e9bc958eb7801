import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { noticeDue } from '#service/desk/daily-notice.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'

let service: TestService
beforeEach(async () => void (service = await openTestService()))
afterEach(() => service.close())

/** Monday 2026-11-23, in Berlin. */
const monday = (time: string) => Date.parse(`2026-11-23T${time}+01:00`)

function notice(at: number) {
  const { store, piiKey } = service
  const now = () => at
  const sealed = { store, cipher: createVaultCipher(piiKey), now, newId: () => 'unused' }
  const emails = createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' })
  return noticeDue({
    store,
    now,
    submitAfterMs: 0,
    letterService: false,
    requests: { open: () => undefined },
    notifyOperators: (id, draft) => emails.enqueue({ email: compose('hilfe@example.de', draft) }, { id }),
    deskUrl: 'http://localhost/auftraege',
  })
}

const compose = createComposer({
  provider: providerText(defaultSiteSettings.provider),
  publicUrl: 'http://localhost',
})

const mails = () => service.store.outbox.list({ destination: 'mail', limit: 9 })

async function payOrder() {
  const run = await orderRun(service)
  await run.callback()
  const step = { size: 100, now: service.clock.now() }
  while ((await projectNext(service.store, await service.store.projections.live(), step)).kind !== 'idle');
}

test('is sent once per day if something is due, also after a restart', async () => {
  await payOrder()
  expect(await notice(monday('08:00:00'))).toBe('enqueued')
  await notice(monday('08:00:01'))
  await notice(monday('11:00:00'))
  expect(await mails()).toHaveLength(1)
  await notice(monday('08:00:00') + 24 * 3600 * 1000)
  expect(await mails()).toHaveLength(2)
})

test('is not sent if nothing is due', async () => {
  await orderRun(service)
  expect(await notice(monday('08:00:00'))).toBe('nothing-due')
  expect(await mails()).toEqual([])
})

test.each([
  ['before 08:00', monday('07:59:59')],
  ['in the evening', monday('19:00:00')],
  ['on a Saturday', monday('09:00:00') - 2 * 24 * 3600 * 1000],
  ['on a Sunday', monday('09:00:00') - 24 * 3600 * 1000],
])('is not sent %s', async (_, at) => {
  await payOrder()
  expect(await notice(at)).toBe('not-now')
  expect(await mails()).toEqual([])
})
