import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { DeskQueue } from '#domain/desk/queue-contract.ts'
import { hourMs } from '#domain/time/durations.ts'
import { decideSubmission } from '#domain/orders/decide-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { testOrdersPassword } from '#tests/service/harness.ts'
import { openEmails, postJson } from '#tests/service/mail/open-emails.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'

/** Opens the service with a session of the operator Anna, and functions that use the operators' page. */
export async function openDesk(options: Parameters<typeof openEmails>[0] = {}) {
  const emails = await openEmails(options)
  const { app, service } = emails
  const { store, clock } = service
  let cookie = ''
  async function logIn() {
    const response = await postJson(app, '/api/desk/login', { name: 'Anna', password: testOrdersPassword })
    cookie = response.headers.get('set-cookie')!.split(';')[0]!
  }
  await logIn()

  const get = (path: string) => app.request(`/api/desk${path}`, { headers: { cookie } })
  const read = async <Body>(path: string) => (await (await get(path)).json()) as Body
  const post = (path: string, body: object = {}, headers: Record<string, string> = { cookie }) =>
    app.request(`/api/desk${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  async function paidRun(options_: Parameters<typeof orderRun>[1] = {}, report: object = {}) {
    const run = await orderRun(service, options_)
    await run.callback({ paymentId: `pay-${run.order.id}`, ...report })
    return run
  }

  /** Records that the letter of a paid order was handed over. */
  async function submit(run: OrderedRun, at = clock.now() + 3 * hourMs) {
    const letter = { letterId: `letter-${run.order.id}`, submitAfterMs: 2 * hourMs, now: at }
    await changeOrder(store.log, run.order.id, (order) => decideSubmission(order, letter), { now: at })
    return run
  }

  /** Freezes a letter with empty pages. */
  async function freeze(run: OrderedRun, pages: number) {
    const pdf = await PDFDocument.create()
    for (let page = 0; page < pages; page++) pdf.addPage()
    const content = await pdf.save()
    await store.documents.freeze({
      runId: run.runId,
      kind: 'letter',
      version: 1,
      sha256: createHash('sha256').update(content).digest('hex'),
      pages,
      template: 1,
      frozenAt: clock.now(),
      content,
    })
    return run
  }

  /** Returns the queue after all events were projected. */
  async function queue() {
    await emails.project()
    return read<DeskQueue>('/queue')
  }

  return {
    emails,
    service,
    store,
    clock,
    get,
    read,
    post,
    cookie: () => cookie,
    /** Opens another session, for example because the clock was set. */
    logIn,
    command: (run: OrderedRun, body: object) => post(`/orders/${run.order.id}/commands`, body),
    paidRun,
    submittedRun: async () => submit(await paidRun()),
    submit,
    freeze,
    queue,
    /** Returns the row of an order in the queue; undefined if there is nothing to do. */
    rowOf: async (run: OrderedRun) =>
      (await queue()).groups.flatMap(({ rows }) => rows).find(({ orderId }) => orderId === run.order.id),
    /** Returns what the audit has about an order, newest first. */
    auditOf: async (run: OrderedRun) =>
      (await store.operators.auditOf(run.order.id, 100)).map(({ operator, action, detail }) =>
        [operator, action, detail].filter(Boolean).join(' '),
      ),
    close: () => emails.close(),
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
