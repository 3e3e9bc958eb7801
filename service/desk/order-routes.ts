import { Hono } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { commandSchema } from '#domain/desk/desk-contract.ts'
import type { OperatorVariables } from '#service/access/require-operator.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { carryOut } from '#service/orders/operator-commands.ts'
import type { DeskContext } from './audit.ts'
import * as described from './describe-desk.ts'
import type { DeskParts } from './desk-parts.ts'
import { fileResponse, proofResponse } from './files.ts'
import { readBody, refused, unknown } from './problems.ts'
import { proofPages } from './proof-pages.ts'
import { showOrder } from './show-order.ts'

/** Returns the routes of one order: its data, documents, proofs and commands. */
export function deskOrderRoutes(parts: DeskParts) {
  const { api, store, limit, operator, audit, noStore } = parts
  const routes = new Hono<OperatorVariables>()
  const path = `${api}/orders/:id`

  routes.get(path, described.order, limit, operator, async (c) => {
    const found = await requireOrder(store, c)
    await audit(c, { action: 'view-order', orderId: found.order.id })
    return c.json(await showOrder(parts, found), 200, noStore)
  })
  routes.get(`${path}/documents/:kind/:version`, described.document, limit, operator, async (c) => {
    const { order } = await requireOrder(store, c)
    const { kind, version } = c.req.param()
    const all = await store.documents.list(order.runId)
    const facts = all.find((one) => one.kind === kind && String(one.version) === version)
    if (!facts) throw unknown('document')
    await audit(c, { action: 'view-document', orderId: order.id, detail: `${kind} ${version}` })
    const content = await store.documents.read(facts)
    if (!content) throw unknown('document')
    return fileResponse(content, `${kind}-${order.number}.pdf`)
  })
  routes.get(`${path}/proofs/:upload`, described.proof, limit, operator, async (c) => {
    const { order, upload } = await requireProof(store, c)
    await audit(c, { action: 'view-proof', orderId: order.id, detail: upload.field })
    return proofResponse(store.uploads, upload)
  })
  routes.get(`${path}/proofs/:upload/pages`, described.proofPages, limit, operator, async (c) => {
    const { order, upload } = await requireProof(store, c)
    await audit(c, { action: 'view-proof', orderId: order.id, detail: upload.field })
    const pages = await proofPages(store.uploads, upload)
    if (!pages) throw unknown('proof')
    return fileResponse(pages, `${upload.field}-${order.number}.pdf`)
  })
  routes.post(`${path}/commands`, described.command, limit, operator, async (c) => {
    const command = await readBody(c, commandSchema)
    const found = await requireOrder(store, c)
    const { code } = await carryOut(parts.commandsOf(c), found, command)
    if (code !== 'done') throw refused(code, `The order does not allow ${command.command}: ${code}.`)
    parts.onCommit()
    return c.json({ result: 'done' }, 200, noStore)
  })
  return routes
}

async function requireOrder(store: Pick<Store, 'log'>, c: DeskContext): Promise<FoundOrder> {
  const found = await findOrder(store.log, c.req.param('id') ?? '')
  if (!found) throw unknown('order')
  return found
}

async function requireProof(store: Pick<Store, 'log' | 'uploads'>, c: DeskContext) {
  const { order } = await requireOrder(store, c)
  const upload = (await store.uploads.list(order.runId)).find(({ id }) => id === c.req.param('upload'))
  if (!upload) throw unknown('proof')
  return { order, upload }
}
