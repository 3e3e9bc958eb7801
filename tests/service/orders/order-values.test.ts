import { afterEach, beforeEach, expect, test } from 'vitest'
import { decideAmendment } from '#domain/orders/decide-order.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { orderRun } from './ordered-run.ts'

let service: TestService

beforeEach(async () => {
  service = await openTestService()
})

afterEach(() => service.close())

async function amend(orderId: string, values: FieldValues) {
  const { facts, personal } = splitForm(funnelByType('anmeldung')!, values)
  const { code } = await changeOrder(service.store.log, orderId, decideAmendment, {
    now: service.clock.now(),
    facts,
    personal: { form: personal },
  })
  expect(code).toBe('changed')
}

const read = async (orderId: string, upTo?: number) => {
  const found = await findOrder(service.store.log, orderId)
  return readOrderValues(service.store, found!, upTo)
}

test('the values are those of the order until they are amended', async () => {
  const { order } = await orderRun(service)
  const { values, facts, email, uploads, amendments } = await read(order.id)
  expect(values).toMatchObject({ vorname: anmeldungForm.vorname, wohnungsart: 'obige' })
  expect(facts).not.toHaveProperty('vorname')
  expect(email).toBe(anmeldungForm.email)
  expect(uploads).toEqual([])
  expect(amendments).toBe(0)
})

test('the last amendment replaces all values, and an earlier position still gives the earlier ones', async () => {
  const { order } = await orderRun(service)
  const { iban: _, ...withoutIban } = anmeldungForm as FieldValues
  await amend(order.id, { ...withoutIban, vorname: 'Łucja', zahlungsart: 'ueberweisung' })
  service.clock.advance(1000)
  await amend(order.id, { ...withoutIban, vorname: 'Şahin', zahlungsart: 'ueberweisung' })
  const current = await read(order.id)
  expect(current).toMatchObject({ amendments: 2, changedAt: service.clock.now() })
  expect(current.values).toMatchObject({ vorname: 'Şahin', zahlungsart: 'ueberweisung' })
  expect(current.values).not.toHaveProperty('iban')
  expect(current.facts).toMatchObject({ zahlungsart: 'ueberweisung' })
  const { events } = (await findOrder(service.store.log, order.id))!
  const first = events.find(({ type }) => type === 'amended')!
  expect((await read(order.id, first.position)).values).toMatchObject({ vorname: 'Łucja' })
})

test('an erased order has no values', async () => {
  const { order, runId } = await orderRun(service)
  await amend(order.id, { ...(anmeldungForm as FieldValues), vorname: 'Łucja' })
  await service.store.people.erase([{ runId, upTo: await service.store.log.head() }])
  expect(await read(order.id)).toMatchObject({ values: {}, email: undefined, uploads: [] })
})
