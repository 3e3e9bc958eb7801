// Service that validates events and responds, but stores nothing. It is the yardstick for single posts. For posts with
// ten events, its throughput is an upper bound for that of the real service.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import type { Envelope, EventResult } from '#domain/events/wire-events.ts'
import { createApp } from '#service/app.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { checkEvent } from '#service/ingest/check-event.ts'
import type { Ingest } from '#service/ingest/ingest.ts'
import { listen } from '#service/http/listen.ts'
import { createLog } from '#service/observability/log.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { createMetrics } from '#service/observability/metrics.ts'

let position = 0

const ingest: Ingest = {
  accept: async (envelope: Envelope) => {
    const today = berlinDate(Date.now())
    return envelope.events.map((raw): EventResult => {
      const checked = checkEvent(raw, today)
      if (!checked.ok) throw new Error('the load generator sent an invalid event')
      return { id: checked.event.id, status: 'stored', position: ++position }
    })
  },
  replays: { funnelOf: funnelByType, replayNext: async () => 'not-mended' },
  onCommit: () => undefined,
  flush: async () => undefined,
  drain: async () => undefined,
  pending: () => 0,
}

// The app requires the store and the other settings for routes that receive no requests here.
const store = await openSqliteStore({
  file: path.join(process.argv[2]!, 'empty.db'),
  piiKey: randomBytes(32),
  exclusive: true,
})
const log = createLog('warn')
const app = createApp({
  store,
  ingest,
  lookups: createLookups({ log, now: Date.now }),
  metrics: createMetrics(),
  log,
  now: Date.now,
  onCommit: () => undefined,
  convertProof: async () => ({ code: 'broken' }),
  settings: {
    trustProxy: 0,
    rateLimit: false,
    webRoot: import.meta.dirname,
    reportsToken: 'not used here',
    reportsPassword: 'not used here',
    passwordFingerprint: 'not used here',
    userCipher: createVaultCipher(randomBytes(32)),
    ticketKey: randomBytes(32),
    paymentSecrets: ['not used here'],
    webhookConfigured: false,
  },
})
const { port } = await listen(app, 0)
console.log(`Listening at http://localhost:${port}`)
