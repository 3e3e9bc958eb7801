import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { decideAmendment, decidePayment, decideSent } from '#domain/orders/decide-order.ts'
import {
  decideDeclaration,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
} from '#domain/orders/decide-withdrawal.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/durations.ts'
import { prepareLetter } from '#service/fulfilment/letters/prepare-letter.ts'
import { queryLetters } from '#service/fulfilment/letters/query-letters.ts'
import { createReportRecorder } from '#service/fulfilment/letters/record-letter-report.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { attemptMessage } from '#service/outbox/attempt-message.ts'
import { leaseMsOf } from '#service/outbox/dispatcher.ts'
import { createLetters } from '#service/outbox/destinations/letter/letter.ts'
import type { LetterService } from '#service/outbox/destinations/letter/letter-service.ts'
import { createPingen } from '#service/outbox/destinations/letter/pingen/pingen.ts'
import { createPostFolder } from '#service/outbox/destinations/letter/post-folder.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { account, openPingen } from '#tests/service/outbox/letter/pingen-stand-in.ts'
import { silent } from '#tests/service/projections/projected-store.ts'
import { type Engine, fulfilmentEngines, openFulfilment, temporaryFolder } from './open-fulfilment.ts'

const submitAfterMs = 2 * hourMs

async function open(engine: Engine) {
  const opened = await openFulfilment(engine)
  const { store, clock, settings } = opened
  const run = await orderRun(opened)
  const orderId = run.order.id
  const folder = createPostFolder({ folder: path.join(await temporaryFolder(), 'post'), now: clock.now })
  const change = (decide: Parameters<typeof changeOrder>[2], more = {}) =>
    changeOrder(store.log, orderId, decide, { now: clock.now(), ...more })
  let typeset = 0
  return {
    ...opened,
    orderId,
    folder,
    change,
    pay: () => change((order) => decidePayment(order, { paymentId: 'p', amountCents: 4999, status: 'paid' })),
    withdraw: () => change(decideOperatorWithdrawal),
    declare: () => {
      const now = clock.now()
      const declaration = { statement: orderId, receivedAt: now, concludedAt: now, proven: false }
      return change((order) => decideDeclaration(order, declaration))
    },
    amend: () => {
      const changed = { ...(anmeldungForm as FieldValues), vorname: 'Ada' }
      const { facts, personal } = splitForm(funnelByType('anmeldung')!, changed)
      return change(decideAmendment, { facts, personal: { form: personal } })
    },
    order: async () => (await findOrder(store.log, orderId))!.order,
    /** Attempts all messages to the letter service that are due. */
    async deliver(service: LetterService, over: Partial<Store> = {}) {
      await opened.project()
      const prepare = prepareLetter({
        ...settings,
        store: { ...store, ...over },
        service,
        typeset: async (_, values) => {
          typeset += 1
          const pdf = Buffer.from(`%PDF-1.7\n% ${JSON.stringify(values.values['vorname'])} ${typeset}\n`)
          return { code: 'typeset', pdf, pages: 1, template: 1 }
        },
        submitAfterMs,
        log: silent,
        onCommit: () => undefined,
      })
      const context = {
        store,
        destination: createLetters(prepare),
        now: clock.now,
        random: () => 0.5,
        log: silent,
        limitedLog: () => undefined,
        interrupted: new AbortController().signal,
      }
      const request = { destination: 'letters' as const, now: clock.now(), leaseMs: minuteMs }
      const rows = await store.outbox.claimDue({ ...request, limit: 9 })
      for (const row of rows) await attemptMessage(row, context, () => undefined)
      return rows.length
    },
  }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Returns a letter service that does something after each hand-over, before the hand-over is recorded. */
const afterSubmit = (service: LetterService, work: () => Promise<unknown>): LetterService => ({
  ...service,
  async submit(letter, signal) {
    const submission = await service.submit(letter, signal)
    await work()
    return submission
  },
})

/** Returns the recorder of reports; `reasons` collects why operators have to act at the letter service. */
function openRecorder({ store, clock }: Opened, reasons: string[] = []) {
  const onAttention = ({ reason }: { reason: string }) => Promise.resolve(void reasons.push(reason))
  return createReportRecorder({ store, now: clock.now, onCommit: () => undefined, onAttention })
}

const rowStates = async ({ store }: Opened) =>
  Object.fromEntries(
    (await store.outbox.list({ destination: 'letters', limit: 9 })).map(({ eventType, state }) => [
      eventType,
      state,
    ]),
  )

describe.each(fulfilmentEngines())('the letter of a paid order on $name', (engine) => {
  test('is handed over when the time to change the order is over, and noted in the journal', async () => {
    const opened = await open(engine)
    const { clock, folder, deliver, orderId, settings } = opened
    await opened.pay()
    clock.advance(submitAfterMs - 1)
    expect(await deliver(folder)).toBe(0)
    clock.advance(1)
    expect(await deliver(folder)).toBe(1)
    expect(await folder.list()).toMatchObject([{ letterId: orderId }])
    expect(await opened.order()).toMatchObject({ status: 'submitted', letterId: orderId })
    expect(await settings.journal.find(`letter:${orderId}`)).toMatchObject({ value: orderId })
    clock.advance(dayMs)
    expect(await deliver(folder)).toBe(0)
  })

  test('is posted once, although the process stopped before the hand-over was recorded', async () => {
    const opened = await open(engine)
    const { store, clock, deliver } = opened
    const pingen = await openPingen({ start: noon + submitAfterMs })
    const service = createPingen({ account: { ...account, api: pingen.api }, now: pingen.now })
    await opened.pay()
    clock.advance(submitAfterMs)
    let lost = 0
    const failing = {
      ...store.log,
      append: async (batch: Parameters<Store['log']['append']>[0]) => {
        if (batch.events.some(({ type }) => type === 'submitted')) {
          lost += 1
          throw new Error('killed')
        }
        return store.log.append(batch)
      },
    }
    await deliver(service, { log: failing })
    expect([lost, pingen.letters.length, (await opened.order()).letter]).toEqual([1, 1, 'none'])
    clock.advance(hourMs)
    pingen.advance(hourMs)
    await deliver(service)
    expect(pingen.letters).toHaveLength(1)
    expect((await opened.order()).letterId).toBe(pingen.letters[0]!.id)
    await pingen.close()
  })

  test('is taken back if the order is withdrawn during the hand-over', async () => {
    const opened = await open(engine)
    const { clock, folder, deliver } = opened
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(afterSubmit(folder, opened.withdraw))
    expect(await folder.list()).toEqual([])
    expect(await opened.order()).toMatchObject({ status: 'withdrawn', letter: 'submitted' })
    await deliver(folder)
    expect(await rowStates(opened)).toEqual({ paid: 'delivered', withdrawn: 'delivered' })
  })

  test('is taken back if the process stopped before it was recorded and the order was withdrawn', async () => {
    const opened = await open(engine)
    const { clock, folder, deliver } = opened
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(afterSubmit(folder, () => Promise.reject(new Error('killed'))))
    expect(await folder.list()).toHaveLength(1)
    await opened.withdraw()
    clock.advance(hourMs)
    await deliver(folder)
    expect(await folder.list()).toEqual([])
    expect(await rowStates(opened)).toEqual({ paid: 'discarded', withdrawn: 'delivered' })
  })

  test('contains the change of an order that was amended during the hand-over', async () => {
    const opened = await open(engine)
    const { store, clock, folder, deliver } = opened
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(afterSubmit(folder, opened.amend))
    expect(await folder.list()).toEqual([])
    expect((await opened.order()).letter).toBe('none')
    clock.advance(hourMs)
    await deliver(folder)
    const [entry] = await folder.list()
    const { runId } = await opened.order()
    const letters = (await store.documents.list(runId)).filter(({ kind }) => kind === 'letter')
    expect(letters.map(({ version }) => version)).toEqual([1, 2])
    expect(entry?.sha256).toBe(letters[1]!.sha256)
    const pdf = await store.documents.read({ runId, kind: 'letter', version: 2 })
    expect(Buffer.from(pdf!).toString()).toContain('Ada')
  })

  test('is handed over within a minute after the process was killed during the hand-over', async () => {
    const opened = await open(engine)
    const { store, clock, folder, deliver } = opened
    await opened.pay()
    await opened.project()
    clock.advance(submitAfterMs)
    const lettersOf = createLetters(() => Promise.reject(new Error('killed')))
    const claim = { destination: 'letters' as const, limit: 1, leaseMs: leaseMsOf(lettersOf) }
    expect(await store.outbox.claimDue({ ...claim, now: clock.now() })).toHaveLength(1)
    expect(await deliver(folder)).toBe(0)
    clock.advance(minuteMs)
    expect(await deliver(folder)).toBe(1)
    expect(await folder.list()).toHaveLength(1)
  })

  test('waits while a withdrawal is declared', async () => {
    const opened = await open(engine)
    const { clock, folder, deliver, change } = opened
    await opened.pay()
    await opened.declare()
    clock.advance(submitAfterMs)
    await deliver(folder)
    expect(await folder.list()).toEqual([])
    await change(decideOperatorRevocation)
    clock.advance(minuteMs)
    await deliver(folder)
    expect(await folder.list()).toHaveLength(1)
  })

  test('is taken out of the folder when a withdrawal is declared, and put back when it is revoked', async () => {
    const opened = await open(engine)
    const { clock, folder, deliver, orderId } = opened
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(folder)
    const [before] = await folder.list()
    await opened.declare()
    await deliver(folder)
    expect(await folder.list()).toEqual([])
    await opened.change(decideOperatorRevocation)
    await deliver(folder)
    expect(await folder.list()).toMatchObject([{ letterId: orderId, sha256: before!.sha256 }])
    expect(await opened.order()).toMatchObject({ status: 'submitted', letterId: orderId })
    expect(await rowStates(opened)).toEqual({
      paid: 'delivered',
      withdrawal_declared: 'delivered',
      withdrawal_revoked: 'delivered',
    })
  })

  test('stays in the folder if the declaration is revoked before the letter was taken out', async () => {
    const opened = await open(engine)
    const { clock, folder, deliver } = opened
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(folder)
    await opened.declare()
    await opened.change(decideOperatorRevocation)
    await deliver(folder)
    await deliver(folder)
    expect(await folder.list()).toHaveLength(1)
  })

  test('is cancelled at Pingen when a withdrawal is declared, and handed over again when it is revoked', async () => {
    const opened = await open(engine)
    const { store, clock, deliver, orderId, settings } = opened
    const pingen = await openPingen({ start: noon + submitAfterMs })
    const service = createPingen({ account: { ...account, api: pingen.api }, now: pingen.now })
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(service)
    const first = Object.assign(pingen.letters[0]!, { status: 'submitted' })
    await opened.declare()
    await deliver(service)
    expect(first).toMatchObject({ status: 'cancelling', isPosted: false })
    await opened.change(decideOperatorRevocation)
    // Pingen has not decided yet, so the letter is not handed over again.
    await deliver(service)
    expect(pingen.letters).toHaveLength(1)
    first.status = 'cancelled'
    await opened.project()
    const record = openRecorder(opened)
    await queryLetters({ store, service, record, now: clock.now, log: silent })
    expect((await opened.order()).status).toBe('submitted')
    clock.advance(hourMs)
    pingen.advance(hourMs)
    // The row of the declaration is discarded first.
    await deliver(service)
    await deliver(service)
    const posted = pingen.letters.filter(({ isPosted }) => isPosted)
    expect(posted).toHaveLength(1)
    expect(await opened.order()).toMatchObject({ status: 'submitted', letterId: posted[0]!.id })
    expect(await settings.journal.find(`letter:${orderId}:2`)).toMatchObject({ value: posted[0]!.id })
    await pingen.close()
  })

  test.each(['refunded', 'chargeback'] as const)('is removed when the payment is %s', async (status) => {
    const opened = await open(engine)
    const { clock, folder, deliver, change } = opened
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(folder)
    expect(await folder.list()).toHaveLength(1)
    await change((order) => decidePayment(order, { paymentId: 'p', amountCents: 4999, status }))
    await deliver(folder)
    expect(await folder.list()).toEqual([])
    expect((await opened.order()).status).toBe('refunded')
  })

  test('stays at Pingen for 30 days after it was posted, because it can come back', async () => {
    const opened = await open(engine)
    const { clock, deliver } = opened
    const pingen = await openPingen({ start: noon + submitAfterMs })
    const service = createPingen({ account: { ...account, api: pingen.api }, now: pingen.now })
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(service)
    await opened.change((order) => decideSent(order, { by: 'letter-service' }))
    pingen.letters[0]!.status = 'sent'
    await deliver(service)
    clock.advance(29 * dayMs)
    pingen.advance(29 * dayMs)
    await deliver(service)
    expect(pingen.letters).toHaveLength(1)
    clock.advance(dayMs)
    pingen.advance(dayMs)
    await deliver(service)
    expect(pingen.letters).toEqual([])
    expect(await rowStates(opened)).toEqual({ paid: 'delivered', sent: 'delivered' })
    await pingen.close()
  })

  test('is not handed over again after a restore from a backup', async () => {
    const opened = await open(engine)
    const { clock, folder, deliver, orderId, settings } = opened
    await opened.pay()
    await settings.journal.note(`letter:${orderId}`, { value: 'letter-of-before', at: noon })
    clock.advance(submitAfterMs)
    await deliver(folder)
    expect(await folder.list()).toEqual([])
    expect(await opened.order()).toMatchObject({ status: 'submitted', letterId: 'letter-of-before' })
  })

  test('that waits at the letter service is reported to operators and stays handed over', async () => {
    const opened = await open(engine)
    const { store, clock, deliver } = opened
    const pingen = await openPingen({ start: noon + submitAfterMs })
    const service = createPingen({ account: { ...account, api: pingen.api }, now: pingen.now })
    await opened.pay()
    clock.advance(submitAfterMs)
    await deliver(service)
    await opened.project()
    pingen.letters[0]!.status = 'awaiting_credits'
    const reasons: string[] = []
    const record = openRecorder(opened, reasons)
    await queryLetters({ store, service, record, now: clock.now, log: silent })
    expect(reasons).toEqual(['attention'])
    pingen.letters.splice(0)
    await queryLetters({ store, service, record, now: clock.now, log: silent })
    expect(reasons).toEqual(['attention', 'unknown'])
    expect((await opened.order()).status).toBe('submitted')
    await opened.withdraw()
    await queryLetters({ store, service, record, now: clock.now, log: silent })
    expect(reasons).toHaveLength(2)
    await pingen.close()
  })

  test('is recorded by reports and by queries, once and in any order', async () => {
    const opened = await open(engine)
    const { store, clock, deliver, orderId } = opened
    const pingen = await openPingen({ start: noon + submitAfterMs })
    const service = createPingen({ account: { ...account, api: pingen.api }, now: pingen.now })
    const record = openRecorder(opened)
    await opened.pay()
    const report = { letterId: 'x', id: orderId, at: clock.now(), news: { code: 'sent' as const } }
    expect(await record(report)).toBe('not-submitted')
    clock.advance(submitAfterMs)
    await deliver(service)
    await opened.project()
    expect(await record(report)).toBe('unknown-letter')
    expect(await record({ ...report, id: undefined })).toBe('unknown-letter')

    const query = () => queryLetters({ store, service, record, now: clock.now, log: silent })
    await query()
    expect((await opened.order()).letter).toBe('submitted')
    pingen.letters[0]!.status = 'sent'
    await query()
    expect((await opened.order()).letter).toBe('sent')
    expect(await record({ ...report, letterId: pingen.letters[0]!.id })).toBe('unchanged')
    const failed = { code: 'failed' as const, reason: 'undeliverable' }
    expect(await record({ ...report, letterId: pingen.letters[0]!.id, news: failed })).toBe('changed')
    expect((await opened.order()).status).toBe('failed')
    await pingen.close()
  })
})
