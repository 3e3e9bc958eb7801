import { dayMs } from '#domain/time/durations.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import { recordWithdrawal } from '#service/withdrawals/record-withdrawal.ts'
import { anmeldungForm, noon, storedEvent } from '#tests/build-events.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'

const { vorname, nachname, email } = anmeldungForm

function personalEvent(type: StoredEventType, runId: string, form: Record<string, unknown>): NewEvent {
  const { position: _, ...event } = storedEvent(type, { runId })
  return { ...event, personal: { form }, ...(type === 'complete' && { once: orderKey(runId) }) }
}
const draft = () => personalEvent('email', randomUUID(), { email })

describe.each(projectedEngines())('a declaration without an order number on $name', ({ open }) => {
  let projected: ProjectedStore
  beforeEach(async () => {
    projected = await open()
  })
  afterEach(() => projected.close())

  /** Records a declaration. `sentAt` is the time at which the confirmation of every order was sent. */
  const declare = (sentAt?: number) => {
    const confirmedAt = () => Promise.resolve(sentAt)
    const statement = { name: `${vorname} ${nachname}`, email, orderNumber: '', details: '', website: '' }
    const declaration = { id: randomUUID(), statement, receivedAt: noon }
    return recordWithdrawal({ store: projected.store, confirmedAt }, declaration, noon)
  }

  test.each([
    ['in time 14 days after the confirmation was sent', noon - 14 * dayMs, null],
    ['late a day after that, if it is no weekend or holiday', noon - 16 * dayMs, '2026-11-18'],
    ['never late before the confirmation was sent', undefined, null],
  ])('is %s', async (_, sentAt, lateAfter) => {
    await projected.store.log.append({ events: [personalEvent('complete', randomUUID(), anmeldungForm)] })
    expect((await declare(sentAt)).order).toMatchObject({ status: 'withdrawal_declared', lateAfter })
  })

  test('finds its order among any number of drafts with the same address', async () => {
    const complete = personalEvent('complete', randomUUID(), anmeldungForm)
    const drafts = Array.from({ length: 101 }, draft)
    await projected.store.log.append({ events: [...drafts, complete] })
    expect(await declare()).toMatchObject({ outcome: 'declared', order: { id: complete.id } })
  })

  test('reads only the personal values of the order, not those of other events of its run', async () => {
    const { store } = projected
    const runId = randomUUID()
    const [step, complete] = [
      personalEvent('step', runId, { vorname: 'Another' }),
      personalEvent('complete', runId, anmeldungForm),
    ]
    await store.log.append({ events: [step, complete, personalEvent('step', runId, { nachname: 'Later' })] })
    const [read, readPage] = [vi.spyOn(store.vault, 'read'), vi.spyOn(store.vault, 'readPage')]
    expect(await declare()).toMatchObject({ outcome: 'declared', order: { id: complete.id } })
    expect([...read.mock.calls, ...readPage.mock.calls]).toEqual([])
  })

  test('is unclear if more than 100 orders have its address, without reading them', async () => {
    const orders = Array.from({ length: 101 }, () => personalEvent('complete', randomUUID(), anmeldungForm))
    await projected.store.log.append({ events: orders })
    const readOrder = vi.spyOn(projected.store.log, 'readOrder')
    expect(await declare()).toEqual({ outcome: 'unclear' })
    expect(readOrder).not.toHaveBeenCalled()
  })
})
