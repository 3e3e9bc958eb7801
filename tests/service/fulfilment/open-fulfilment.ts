import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/ports/store.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import {
  decideAmendment,
  decideFailure,
  decidePayment,
  decideRefund,
  decideSent,
} from '#domain/orders/decide-order.ts'
import {
  decideDeclaration,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
} from '#domain/orders/decide-withdrawal.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type TestOptions, openTestService } from '#tests/service/harness.ts'
import { type TestTypesetter, preparing, projectAll, workAll } from './deliver.ts'

export interface Engine {
  name: string
  /** Returns the URL of a new database; undefined for SQLite, whose file is in the folder of the service. */
  database: () => Promise<string | undefined>
  /** Returns the URL of a copy of a database to which all connections are closed. */
  copyOf: (url: string) => Promise<string>
}

export function fulfilmentEngines(): readonly [sqlite: Engine, postgres: Engine] {
  const databases = postgresDatabases()
  return [
    { name: 'SQLite', database: async () => undefined, copyOf: databases.copyOf },
    { name: 'PostgreSQL', database: () => databases.url(), copyOf: databases.copyOf },
  ]
}

interface FulfilmentOptions {
  typesetter?: TestTypesetter
  /** Data folder of the journal; a new one by default. */
  journalFolder?: string
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens the service with a journal. Events are projected and documents prepared only while `work` runs. */
export async function openFulfilment(engine: Engine, options: FulfilmentOptions = {}) {
  const url = await engine.database()
  const database: Partial<TestOptions> = url
    ? { openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }) }
    : {}
  const service = await openTestService(database)
  onTestFinished(() => service.close())
  const { store, clock } = service
  const journalFolder = options.journalFolder ?? (await temporaryFolder())
  const settings = await preparing(store, { ...options, journalFolder, now: clock.now })
  return {
    ...service,
    url,
    copyOf: engine.copyOf,
    journalFolder,
    settings,
    project: () => projectAll(store, clock.now()),
    work: () => workAll(settings),
  }
}

export type Fulfilling = Awaited<ReturnType<typeof openFulfilment>>

/**
 * Backs up the database as it is now. Returns the store that goes on from here and the store of the restored backup. On
 * PostgreSQL, `opened` is closed, because only a database without connections can be copied.
 */
export async function backUp(opened: Fulfilling): Promise<{ live: Store; restored: Store }> {
  const { url, store, folder, piiKey } = opened
  if (url === undefined) {
    const file = path.join(folder, 'backup.db')
    await store.backup(file)
    const restored = await openSqliteStore({ file, piiKey, exclusive: true })
    onTestFinished(() => restored.close())
    return { live: store, restored }
  }
  await opened.close()
  const reopen = async (at: string) => {
    const reopened = await openPostgresStore({ url: at, piiKey, supervise: false })
    onTestFinished(() => reopened.close())
    return reopened
  }
  // The copy is made first, because reopening the database connects to it.
  const copy = await opened.copyOf(url)
  return { live: await reopen(url), restored: await reopen(copy) }
}

/** The form of an amendment. */
export const amended = splitForm(funnelByType('anmeldung')!, {
  ...(anmeldungForm as FieldValues),
  vorname: 'Łucja',
})

/** Returns functions that change an order. */
export function commandsOf({ store, clock }: Pick<Fulfilling, 'store' | 'clock'>, orderId: string) {
  const run = (decide: Parameters<typeof changeOrder>[2], more = {}) =>
    changeOrder(store.log, orderId, decide, { now: clock.now(), ...more })
  const { facts, personal } = amended
  return {
    pay: () => run((order) => decidePayment(order, { paymentId: 'p-1', amountCents: 4999, status: 'paid' })),
    amend: () => run(decideAmendment, { facts, personal: { form: personal } }),
    fail: () => run((order) => decideFailure(order, { by: 'operator', reason: 'unprintable' })),
    refund: () => run(decideRefund),
    send: () => run((order) => decideSent(order, { by: 'operator' })),
    withdraw: () => run(decideOperatorWithdrawal),
    declare: () => {
      const now = clock.now()
      const declaration = { statement: orderId, receivedAt: now, concludedAt: now, proven: false }
      return run((order) => decideDeclaration(order, declaration))
    },
    revoke: () => run(decideOperatorRevocation),
    order: async (): Promise<Order> => (await findOrder(store.log, orderId))!.order,
  }
}

/** Returns what the readable typesetter wrote into a document. */
export async function contentOf<Content = Record<string, unknown>>(
  store: Store,
  key: { runId: string; kind: 'application' | 'confirmation' | 'invoice' | 'cancellation'; version?: number },
): Promise<Content | undefined> {
  const bytes = await store.documents.read({ version: 1, ...key })
  return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Content)
}
