import { randomBytes, randomUUID } from 'node:crypto'
import { uploadPartBytes } from '#db/upload-store.ts'
import type { Store } from '#db/store.ts'
import { deliveryQueue } from '#db/delivery-store.ts'
import { endpointName } from '#service/forwarding/endpoint.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { newEvent, second, windowMs } from '#tests/db/contract/setup.ts'
import { uploadTo } from '#tests/db/contract/uploads.ts'

const hour = 3600 * second

/** One message delivered, one failed and due again, one dead; the rest was never tried. */
async function tryDeliveries(store: Store, runIds: readonly string[]): Promise<void> {
  const outcomes = [
    { state: 'delivered' },
    { state: 'pending', nextAttemptAt: noon + hour },
    { state: 'dead' },
  ] as const
  for (const [index, outcome] of outcomes.entries()) {
    const next = await store.deliveries.beginAttempt({
      endpoint: endpointName,
      runId: runIds[index]!,
      now: noon + 60 * second,
      leaseMs: 25 * second,
      stepAsideMs: 60 * second,
    })
    if (next.kind !== 'attempt') throw new Error(next.kind)
    const attempt = { number: 1, startedAt: noon, durationMs: 12, httpStatus: 500, error: 'status 500' }
    await store.deliveries.finishAttempt(next.delivery.id, attempt, outcome)
  }
}

/** Something in every table, over more than a year, some of it odd; the last events are not projected yet. */
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
    // The same content again: its id is remembered as a duplicate.
    await append([{ ...start, id: randomUUID() }], at + second)
    if (index % 2 === 0)
      await append(
        [newEvent({ ...common, once: `order:${runId}`, personal: { form: { iban: 'DE89' } } }, 'complete')],
        at,
      )
  }
  const settings = { size: 100, now: noon, endpoint: endpointName }
  while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
  await tryDeliveries(store, runIds)
  await store.deliveries.stop(endpointName, 'gone', noon)
  // The attempts took their jobs along in a real service.
  for (const job of await store.queue.claim(deliveryQueue, Date.now() + hour, second, 1000))
    await store.queue.done(job)
  const parts = [randomBytes(uploadPartBytes), randomBytes(1000)]
  const kept = await uploadTo(store, { runId: runIds[0]! }, parts)
  await store.uploads.keep([kept.id])
  await uploadTo(store, { runId: runIds[1]! })
  await append([newEvent({ runId: runIds[1]! }, 'abandon')])
  return { runIds, email }
}
