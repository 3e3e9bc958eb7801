import { randomUUID } from 'node:crypto'
import { type OrderDecision, decideHandOver, decideSent } from '#domain/orders/decide-order.ts'
import { decideDeclaration } from '#domain/orders/decide-withdrawal.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { createStatusLinks } from '#service/status/status-links.ts'
import type { AccessResponse, StatusData, StatusResponse } from '#domain/orders/status-contract.ts'
import { type Emails, openEmails } from '#tests/service/mail/open-emails.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'

interface StatusOptions {
  /** Service that is open already; by default, a new one with SQLite. */
  emails?: Emails
  form?: object
  funnel?: string
  proof?: string
  runId?: string
}

/** Places an order, and returns functions that use its status page. */
export async function openStatus(options: StatusOptions = {}) {
  const emails = options.emails ?? (await openEmails())
  const { service } = emails
  const run = await orderRun(service, {
    ...(options.form && { form: options.form }),
    ...(options.funnel && { funnel: options.funnel }),
    ...(options.runId && { runId: options.runId }),
  })
  const links = createStatusLinks({ piiKey: service.piiKey, publicUrl: 'http://localhost:3000' })
  const url = links.url(run.order.id, service.clock.now())
  const token = url.slice(url.indexOf('#') + 1)

  const request = (
    path: string,
    headers: Record<string, string>,
    body?: object,
    app: Emails['app'] = emails.app,
  ) =>
    app.request(`/api/status${path}`, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const unlock = (proof: string, app?: Emails['app']) =>
    request('/unlock', { 'x-status-token': token }, { proof }, app)
  async function access(): Promise<Record<string, string>> {
    const response = await unlock(options.proof ?? anmeldungForm.adresse.plz)
    return { 'x-status-access': ((await response.json()) as AccessResponse).access }
  }
  async function change(decide: (order: Order) => OrderDecision<string>, content = {}): Promise<void> {
    const now = service.clock.now()
    const { code } = await changeOrder(service.store.log, run.order.id, decide, { now, ...content })
    if (code !== 'changed') throw new Error(code)
  }
  return {
    emails,
    service,
    run,
    links,
    token,
    request,
    unlock,
    access,
    state: async () => (await (await request('', { 'x-status-token': token })).json()) as StatusResponse,
    data: async () => (await (await request('/data', await access())).json()) as StatusData,
    amend: async (form: object, version = 0) =>
      request('/amend', await access(), { version, form: { ...(options.form ?? anmeldungForm), ...form } }),
    pay: () => run.callback(),
    /** Records that the order is paid and its letter posted. */
    async post() {
      await run.callback()
      await change((order) => decideHandOver(order, 'letter'))
      await change((order) => decideSent(order, { by: 'operator' }))
    },
    /** Records that somebody has declared a withdrawal, without a proof. */
    declare: () =>
      change((order) =>
        decideDeclaration(order, {
          statement: randomUUID(),
          receivedAt: service.clock.now(),
          concludedAt: service.clock.now(),
          proven: false,
        }),
      ),
    change,
  }
}

export type Status = Awaited<ReturnType<typeof openStatus>>
