import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/ports/store.ts'
import type { FunnelOf } from '#domain/funnels/index.ts'
import type { EnvelopeInput, IngestResponse } from '#domain/events/wire-events.ts'
import { marketerFingerprint, operatorFingerprint } from '#service/access/sessions.ts'
import type { PageViewRelay } from '#service/analytics/relay-page-views.ts'
import type { AppSettings } from '#service/app-settings.ts'
import { createApp } from '#service/app.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import type { Draining } from '#service/process/draining.ts'
import { type FreeDiskOptions, createFreeDisk } from '#service/process/free-disk.ts'
import { type IngestSettings, createIngest } from '#service/ingest/ingest.ts'
import type { OfferedText } from '#domain/texts/accepted-texts.ts'
import { createOfferedTexts } from '#service/texts/offered-texts.ts'
import type { ConvertProof } from '#service/uploads/convert-upload.ts'
import type { Timers } from '#service/ingest/lanes.ts'
import { type LookupOptions, createLookups } from '#service/lookups/lookups.ts'
import { createMetrics } from '#service/observability/metrics.ts'
import { ticketKey } from '#service/orders/payment-ticket.ts'
import type { StatusSettings } from '#service/status/routes.ts'
import { createStatusAccess, createStatusLinks } from '#service/status/status-links.ts'
import type { Hashing } from '#service/users/passwords.ts'
import { noon } from '#tests/build-events.ts'
import { withNewestSchema } from '#tests/speed/new-database.ts'

export interface TestOptions {
  /** Initial time of the clock, in ms since the epoch; defaults to `noon`. */
  now: number
  /**
   * Folder of the database; by default, a temporary one. A given folder is kept, so that a test can open the database
   * again.
   */
  folder: string
  ingest: Partial<IngestSettings>
  timers: Timers
  /** Returns the funnel that checks an event; defaults to the present funnels. */
  funnelOf: FunnelOf
  /** Opens a store that replaces the default SQLite one. */
  openStore: (piiKey: Uint8Array) => Promise<Store>
  /** Key of a store that was created before; by default, a random one. */
  piiKey: Buffer
  /** Texts of the legal pages that orders accept; none by default. */
  pages: readonly OfferedText[]
  /** Maximum size of the database in pages, to simulate a full database. */
  maxPages: number
  lookups: Partial<LookupOptions>
  settings: Partial<AppSettings>
  /** Forwards page views; if absent, the service accepts none. */
  pageViews: PageViewRelay
  /** Receives messages of visitors; if absent, the service accepts none. */
  correspondence: Correspondence
  /** Replaces the conversion of proofs in the process of the test. */
  convertProof: ConvertProof
  /** Simulates the free space of the disk and its required minimum. By default, there is enough space. */
  disk: Pick<FreeDiskOptions, 'floor' | 'readFreeBytes'>
  draining: Draining
}

/** Converts files in the process of the test, which sends no hostile ones. Few tests need the libraries that it loads. */
export const convertInProcess: ConvertProof = async (...file) =>
  (await import('#service/documents/proofs/convert-proof.ts')).convertProof(...file)

/** Creates a clock that only the test advances. */
export function testClock(start = noon) {
  let at = start
  return {
    now: () => at,
    set: (to: number) => void (at = to),
    advance: (ms: number) => void (at += ms),
  }
}

/** The lowest parameters of argon2id. `passwords.test.ts` tests those of the service. */
export const cheapHashing: Hashing = { memory: 8, passes: 1, parallelism: 1 }

export const testToken = 'test-token'
export const testPassword = 'Straße nach Köln'
export const testOrdersPassword = 'Briefmarken aus Köln'
export const testPaymentSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Settings of the status page with a public address of the tests. */
export function statusSettings(piiKey: Uint8Array): StatusSettings {
  return {
    links: createStatusLinks({ piiKey, publicUrl: 'http://localhost:3000' }),
    access: createStatusAccess({ piiKey }),
    submitAfterMs: 2 * 3600 * 1000,
  }
}

/**
 * Opens the HTTP service on a real SQLite file. No background work runs, such as projecting events or sending messages.
 * Every request is committed immediately.
 */
export async function openTestService(over: Partial<TestOptions> = {}) {
  const folder = over.folder ?? (await mkdtemp(path.join(tmpdir(), 'formlotse-')))
  const piiKey = over.piiKey ?? randomBytes(32)
  const clock = testClock(over.now)
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const openFile = () =>
    openSqliteStore({
      file: withNewestSchema(path.join(folder, 'formlotse.db')),
      piiKey,
      exclusive: true,
      ...(over.maxPages !== undefined && { maxPages: over.maxPages }),
    })
  const store = await (over.openStore?.(piiKey) ?? openFile())
  const metrics = createMetrics()
  const ingest = createIngest({
    store,
    now: clock.now,
    piiKey,
    log,
    metrics,
    settings: { size: 1, appendClock: clock.now, ...over.ingest },
    texts: createOfferedTexts({ store, now: clock.now, pages: over.pages ?? [] }),
    ...(over.timers && { timers: over.timers }),
    ...(over.funnelOf && { funnelOf: over.funnelOf }),
  })
  const app = createApp({
    store,
    ingest,
    lookups: createLookups({ log, now: clock.now, ...over.lookups }),
    metrics,
    log,
    now: clock.now,
    onCommit: () => undefined,
    convertProof: over.convertProof ?? convertInProcess,
    ...(over.pageViews && { pageViews: over.pageViews }),
    ...(over.correspondence && { correspondence: over.correspondence }),
    ...(over.draining && { draining: over.draining }),
    ...(over.disk && { freeDisk: createFreeDisk({ folders: [folder], now: clock.now, ...over.disk }) }),
    settings: {
      trustProxy: 0,
      rateLimit: false,
      webRoot: path.join(folder, 'web'),
      publicUrl: 'http://localhost:3000',
      reportsToken: testToken,
      reportsPassword: testPassword,
      passwordFingerprint: marketerFingerprint({ piiKey, reportsPassword: testPassword }),
      desk: {
        password: testOrdersPassword,
        credential: operatorFingerprint({ piiKey, ordersPassword: testOrdersPassword }),
        submitAfterMs: 7_200_000,
        letterService: false,
      },
      userCipher: createVaultCipher(piiKey),
      hashing: cheapHashing,
      ticketKey: ticketKey({ piiKey }),
      status: statusSettings(piiKey),
      paymentSecrets: [testPaymentSecret],
      webhookConfigured: true,
      ...over.settings,
    },
  })

  async function post(body: EnvelopeInput | object, headers: Record<string, string> = {}) {
    const response = await app.request('/api/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as IngestResponse,
    }
  }

  async function close() {
    await ingest.flush()
    await store.close()
    if (!over.folder) await rm(folder, { recursive: true, force: true })
  }

  return { app, store, ingest, metrics, clock, lines, folder, piiKey, post, close }
}

export type TestService = Awaited<ReturnType<typeof openTestService>>
