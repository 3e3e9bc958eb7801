import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { ordersOf } from '#tests/service/uploads/ordered-files.ts'
import { beginRun, idOf, uploadFunnel } from '#tests/service/uploads/uploading-run.ts'
import { type Desk, openDesk } from './open-desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.close())

const { field } = uploadFunnel

/** Places an order with two proofs; returns its id and the ids of the proofs. */
async function orderWith(one: keyof typeof sampleFiles, other: keyof typeof sampleFiles) {
  const run = await beginRun(desk.service)
  const ids = [
    await idOf(run.send(sampleFiles[one], { filename: 'Vertrag „neu“.eins' })),
    await idOf(run.send(sampleFiles[other], { filename: 'zwei' })),
  ]
  const { body } = await ordersOf(desk.service).place(run, { [field]: ids })
  const [result] = body.results
  if (result?.status !== 'stored' || !result.order) throw new Error(JSON.stringify(body))
  return { orderId: result.order.id, ids, path: `/orders/${result.order.id}/proofs` }
}

const actions = async (orderId: string) =>
  (await desk.store.operators.auditOf(orderId, 9)).map(({ action, detail }) => [action, detail])

test('a proof is shown as it was uploaded, without any rights, and the look is recorded', async () => {
  const { orderId, ids, path } = await orderWith('image/png', 'application/pdf')
  const image = await desk.get(`${path}/${ids[0]}`)
  expect(Buffer.from(await image.arrayBuffer()).equals(sampleFiles['image/png'])).toBe(true)
  const headers = Object.fromEntries(image.headers)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(headers['content-disposition']).toMatch(/^inline; filename\*=UTF-8''Vertrag%20/)
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'; sandbox$/)

  const pdf = await desk.get(`${path}/${ids[1]}`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(pdf.headers.get('content-security-policy')).not.toContain('sandbox')
  const { proofs } = await desk.read<DeskOrder>(`/orders/${orderId}`)
  expect(proofs.map(({ pages }) => pages)).toEqual([false, false])
  expect(await actions(orderId)).toEqual([
    ['view-order', null],
    ['view-proof', field],
    ['view-proof', field],
  ])
})

test.each(['image/heic', 'image/heif', 'image/tiff'] as const)(
  'a proof of the type %s, which browsers do not show, is shown by its pages',
  async (type) => {
    const { orderId, ids, path } = await orderWith(type, 'image/jpeg')
    const { proofs } = await desk.read<DeskOrder>(`/orders/${orderId}`)
    expect(proofs.map(({ pages }) => pages)).toEqual([true, false])
    const response = await desk.get(`${path}/${ids[0]}/pages`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const pdf = await PDFDocument.load(await response.arrayBuffer())
    expect(pdf.getPageCount()).toBe(1)
    // Two colours in print size: 180 mm wide at most, which is 510 points.
    const { width, height } = pdf.getPage(0).getSize()
    expect([width, height].every((length) => length > 0 && length <= 729)).toBe(true)
    expect((await actions(orderId))[0]).toEqual(['view-proof', field])
  },
)

test('a proof is shown with its own order only', async () => {
  const { ids } = await orderWith('image/png', 'image/jpeg')
  const other = await desk.paidRun()
  for (const path of [`${ids[0]}`, `${ids[0]}/pages`, 'x'])
    expect((await desk.get(`/orders/${other.order.id}/proofs/${path}`)).status).toBe(404)
  expect(await desk.auditOf(other)).toEqual([])
})
