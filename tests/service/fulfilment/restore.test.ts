import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { InvoiceContent } from '#domain/documents/content.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { createOrderEmails } from '#service/fulfilment/emails/compose-order-email.ts'
import { createLetters } from '#service/outbox/destinations/letter/letter.ts'
import type { LetterService } from '#service/outbox/destinations/letter/letter-service.ts'
import { createPostFolder } from '#service/outbox/destinations/letter/post-folder.ts'
import { createMail } from '#service/outbox/destinations/mail/mail.ts'
import type { Mail } from '#service/outbox/destinations/mail/mailer.ts'
import { prepareLetter } from '#service/fulfilment/letters/prepare-letter.ts'
import { createStatusLinks } from '#service/status/status-links.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { silent } from '#tests/service/projections/projected-store.ts'
import { type Preparing, deliverDue, preparing, projectAll, workAll } from './deliver.ts'
import {
  type Engine,
  backUp,
  commandsOf,
  contentOf,
  fulfilmentEngines,
  openFulfilment,
  temporaryFolder,
} from './open-fulfilment.ts'

const publicUrl = 'https://formlotse.example'

/** Prepares the documents and sends the e-mails of a store. Returns the files of each e-mail, or else
 * its subject. */
async function fulfil(settings: Preparing): Promise<string[]> {
  const sent: Mail[] = []
  const { store, now } = settings
  const mail = createMail({
    mailer: { send: async (one) => void sent.push(one) },
    content: { open: () => undefined },
    journal: settings.journal,
    waitFor: async () => 0,
    composeDecision: async () => ({ waitMs: 0 }),
    composeOrderEmail: createOrderEmails({
      store,
      documents: store.documents,
      journal: settings.journal,
      compose: createComposer({ provider: providerText(defaultSiteSettings.provider), publicUrl }),
      links: createStatusLinks({ piiKey: Buffer.alloc(32, 3), publicUrl }),
      submitAfterMs: 7_200_000,
      unpaid: defaultPeriods.unpaid,
      now,
    }),
    now,
    limitedLog: () => undefined,
  })
  do {
    await workAll(settings)
    await projectAll(store, now())
  } while ((await deliverDue(settings, mail)) > 0)
  return sent.map(
    ({ subject, attachments = [] }) => attachments.map(({ filename }) => filename).join(' + ') || subject,
  )
}

async function keepsNumbersAndEmails(engine: Engine): Promise<void> {
  const opened = await openFulfilment(engine)
  const { clock, journalFolder } = opened
  const early = await orderRun(opened)
  const late = await orderRun(opened)
  const unpaid = await orderRun(opened)
  await commandsOf(opened, early.order.id).pay()
  // At the time of the backup, the e-mails about both orders are pending.
  await opened.work()
  await opened.project()
  const { live, restored } = await backUp(opened)

  await commandsOf({ store: live, clock }, late.order.id).pay()
  const sentBefore = await fulfil({ ...opened.settings, store: live })
  expect(sentBefore.toSorted()).toEqual(
    [
      `Antrag-${early.order.number}.pdf + Rechnung-RE-2026-00001.pdf`,
      `Antrag-${late.order.number}.pdf + Rechnung-RE-2026-00002.pdf`,
      `Auftragsbestaetigung-${early.order.number}.pdf`,
      `Auftragsbestaetigung-${late.order.number}.pdf`,
      `Auftragsbestaetigung-${unpaid.order.number}.pdf`,
    ].toSorted(),
  )
  const lost = await contentOf<InvoiceContent>(live, { runId: late.runId, kind: 'invoice' })

  clock.advance(3 * 24 * 3_600_000)
  const again = await preparing(restored, { journalFolder, now: clock.now })
  const at = { store: restored, clock }
  // Only the unpaid order is reminded, not the one whose payment is missing from the backup: the journal contains its
  // invoice.
  expect(await fulfil(again)).toEqual([expect.stringContaining(unpaid.order.number)])

  // A number that only the journal knows is not given to another order.
  await commandsOf(at, unpaid.order.id).pay()
  expect(await fulfil(again)).toEqual([`Antrag-${unpaid.order.number}.pdf + Rechnung-RE-2026-00003.pdf`])

  // The payment provider repeats its callback, because it belongs to an event that the backup does not contain.
  await commandsOf(at, late.order.id).pay()
  expect(await fulfil(again)).toEqual([])
  expect((await commandsOf(at, late.order.id).order()).invoiceNumber).toBe('RE-2026-00002')
  const made = await contentOf<InvoiceContent>(restored, { runId: late.runId, kind: 'invoice' })
  expect(made).toMatchObject({ number: lost!.number, issuedOn: lost!.issuedOn, customer: lost!.customer })

  const { fail, refund } = commandsOf(at, early.order.id)
  await fail()
  await refund()
  expect(await fulfil(again)).toEqual([
    expect.stringContaining(early.order.number),
    'Stornorechnung-ST-2026-00001.pdf',
  ])
}

const submitAfterMs = 2 * hourMs

const typesetLetter = () =>
  Promise.resolve({ code: 'typeset', pdf: Buffer.from('%PDF-1.7\n'), pages: 1, template: 1 } as const)

/** Hands over and takes back the letters of a store that are due. */
async function post(settings: Preparing, service: LetterService): Promise<void> {
  const { store, now } = settings
  const parts = { ...settings, service, typeset: typesetLetter, submitAfterMs, log: silent }
  const letters = createLetters(prepareLetter({ ...parts, onCommit: ignore }))
  do await projectAll(store, now())
  while ((await deliverDue(settings, letters)) > 0)
}

const ignore = () => undefined

async function postsNoLetterAgain(engine: Engine): Promise<void> {
  const opened = await openFulfilment(engine)
  const { clock, journalFolder } = opened
  const [posted, unrecorded, returned, later] = [
    await orderRun(opened),
    await orderRun(opened),
    await orderRun(opened),
    await orderRun(opened),
  ].map(({ order }) => order)
  for (const { id } of [posted!, returned!]) await commandsOf(opened, id).pay()
  await opened.project()
  const { live, restored } = await backUp(opened)
  const folder = createPostFolder({ folder: path.join(await temporaryFolder(), 'post'), now: clock.now })
  const letters = async () => (await folder.list()).map(({ orderNumber }) => orderNumber)

  const before = { ...opened.settings, store: live }
  const at = ({ id }: { id: string }) => commandsOf({ store: live, clock }, id)
  await at(unrecorded!).pay()
  clock.advance(submitAfterMs)
  await post(before, folder)
  await at(returned!).declare()
  await post(before, folder)
  expect((await letters()).toSorted()).toEqual([posted!.number, unrecorded!.number].toSorted())
  await at(returned!).revoke()
  await post(before, folder)
  expect(await letters()).toHaveLength(3)
  for (const order of [posted!, unrecorded!, returned!]) await at(order).send()
  await post(before, folder)
  expect(await letters()).toEqual([])

  clock.advance(dayMs)
  const after = await preparing(restored, { journalFolder, now: clock.now })
  const again = ({ id }: { id: string }) => commandsOf({ store: restored, clock }, id)
  // The backup does not contain this payment, so the payment provider's callback is repeated.
  await again(unrecorded!).pay()
  await again(later!).pay()
  clock.advance(submitAfterMs)
  await post(after, folder)
  expect(await letters()).toEqual([later!.number])
  for (const order of [posted!, unrecorded!, returned!, later!])
    expect(await again(order).order()).toMatchObject({ status: 'submitted', letterId: order.id })
}

describe.each(fulfilmentEngines())('after a restore on $name', (engine) => {
  test('no number is given twice and no e-mail is sent again', () => keepsNumbersAndEmails(engine))
  test('no letter is posted again, even if it was taken back in between', () => postsNoLetterAgain(engine))
})
