import { randomBytes, randomUUID } from 'node:crypto'
import { uploadPartBytes } from '#db/ports/upload-store.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import type { Store } from '#db/ports/store.ts'
import { excludeRun } from '#service/projections/exclude-run.ts'
import { createUserDirectory } from '#service/users/user-directory.ts'
import { contentLocation } from '#service/outbox/sealed-content.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { newEvent, piiKey, second, windowMs } from '#tests/db/contract/setup.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'

const hour = 3600 * second

const destination = 'webhook'

const orderForm = { iban: 'DE89', vorname: 'Łucja', nachname: 'Zwiebelturm-Öztürk' }

/**
 * Records one attempt each for the first messages of three runs. The message of the first run is delivered, that of the
 * second run waits for a retry, and that of the third run is dead. No other message has an attempt.
 */
async function tryDeliveries(store: Store, runIds: readonly string[]): Promise<void> {
  const states = [
    { state: 'delivered' },
    { state: 'pending', nextAttemptAt: noon + hour },
    { state: 'dead' },
  ] as const
  const now = noon + 60 * second
  const rows = await store.outbox.claimDue({ destination, now, leaseMs: 25 * second, limit: 100 })
  for (const row of rows) {
    const index = runIds.indexOf(row.runId!)
    const attempt = { number: 1, startedAt: noon, durationMs: 12, status: 500, error: 'status 500' }
    if (index >= 0 && index < states.length) await store.outbox.finish(row, attempt, states[index]!)
    else await store.outbox.postpone(row.id, row.nextAttemptAt)
  }
}

async function enqueueEmail(store: Store): Promise<void> {
  const messageId = randomUUID()
  const email = { to: 'łucja@example.org', subject: 'Widerruf', text: 'Eingang' }
  const content = createVaultCipher(piiKey).seal(contentLocation(messageId), JSON.stringify({ email }))
  const due = { createdAt: noon, nextAttemptAt: noon, attempts: 0 }
  await store.outbox.enqueue([{ destination: 'mail', messageId, content, ...due }])
}

/** Gives the order of a run an invoice, with its number and its document. */
async function invoice(store: Store, runId: string): Promise<void> {
  const event = newEvent({ type: 'invoiced', runId, data: { orderId: 'order', number: '' } })
  const numbering = { range: 'invoice', year: 2026 } as const
  await store.log.append({ events: [{ ...event, numbering }], now: noon })
  const facts = { runId, version: 1, sha256: 'a'.repeat(64), pages: 1, template: 1, frozenAt: noon }
  for (const kind of ['application', 'invoice'] as const)
    await store.documents.freeze({ ...facts, kind, content: Buffer.from(`%PDF ${kind}`) })
}

/** Fills every table with data from more than a year, including unusual values. Leaves the last event unprojected. */
export async function fillStore(store: Store): Promise<{ runIds: string[]; email: string }> {
  const runIds = Array.from({ length: 12 }, () => randomUUID())
  const email = 'łucja@example.org'
  const append = (events: ReturnType<typeof newEvent>[], now = noon) =>
    store.log.append({
      events,
      rejected: [
        { receivedAt: now, type: 'step', funnel: null, issues: [{ path: 'data.ä', code: 'odd "quotes"' }] },
      ],
      now,
      dedupeWindowMs: windowMs,
    })
  for (const [index, runId] of runIds.entries()) {
    const at = noon - index * 40 * 24 * hour
    const touches = [{ at: at - hour, source: `quelle ${index % 3}`, medium: 'ä,"\n' }]
    const meta = { device: index % 2 ? ('mobile' as const) : ('desktop' as const), touches }
    const common = { runId, at, occurredAt: at, sentAt: at, receivedAt: at }
    const start = newEvent(
      { ...common, fingerprint: `start ${runId}`, personal: { clickIds: { gclid: 'x' } } },
      'start',
    )
    start.meta = { ...start.meta, ...meta }
    const step = newEvent({ ...common, personal: { form: { vorname: 'Łucja\u0000', email } } }, 'email')
    await append([start, step], at)
    // This event has the same content as `start` but a different id, so it is recorded as a duplicate.
    await append([{ ...start, id: randomUUID() }], at + second)
    if (index % 2 === 0)
      await append(
        [newEvent({ ...common, once: `order:${runId}`, personal: { form: orderForm } }, 'complete')],
        at,
      )
  }
  await invoice(store, runIds[0]!)
  await store.operations.append({ type: 'released', once: 'released:1', data: { version: '1' } }, noon)
  const settings = { size: 100, now: noon, destinations: ['webhook'] as const }
  while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
  await excludeRun(store, { runId: runIds[10]!, at: noon, by: 'operator', reason: 'größer als "alle"' })
  await store.texts.keep([
    { sha256: 'a'.repeat(64), name: 'agb', content: 'AGB\n§ 1 Größe', firstSeenAt: noon },
    { sha256: '0'.repeat(64), name: 'eigeneDaten', content: 'Ich bestätige.', firstSeenAt: noon },
  ])
  await store.operators.audit({
    at: noon,
    operator: 'Łukasz',
    action: 'view-order',
    orderId: null,
    detail: null,
  })
  await addStaff(store)
  await tryDeliveries(store, runIds)
  await store.outbox.stop(destination, 'gone', noon)
  await enqueueEmail(store)
  const parts = [randomBytes(uploadPartBytes), randomBytes(1000)]
  const kept = await uploadTo(store, { runId: runIds[0]! }, parts)
  await store.uploads.keep([kept.id], noon)
  await uploadTo(store, { runId: runIds[1]! })
  await append([newEvent({ runId: runIds[1]! }, 'abandon')])
  return { runIds, email }
}

/** Account at a provider and address of the user of a filled store. */
export const userIdentity = 'account at the provider'
export const userEmail = 'Łukasz@example.org'

/** Adds an admin, turns shared access off and makes a token for a script. */
async function addStaff(store: Store): Promise<void> {
  const directory = createUserDirectory({
    users: store.users,
    cipher: createVaultCipher(piiKey),
    now: () => noon,
  })
  const { id } = (await directory.invite({ name: 'Łukasz', email: userEmail, role: 'admin' }))!
  await store.users.setPassword({ id, passwordHash: 'hash', now: noon })
  const { version } = (await store.users.find(id))!
  await store.users.bindIdentity({ id, identityHash: userIdentity, version })
  await store.users.setSharedAccess(false)
  const times = { createdAt: noon, expiresAt: noon + 1000 }
  const token = { id: 't1', hash: 'h1', kind: 'script', name: 'Deploy', scope: 'read', userId: id } as const
  await store.accessTokens.add({ ...token, ...times }, 9)
  await store.savedViews.add(
    { id: 'v1', userId: id, name: 'Überblick', path: '/berichte', createdAt: noon },
    9,
  )
}
