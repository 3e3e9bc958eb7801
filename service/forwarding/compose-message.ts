import type { Delivery } from '#db/delivery-store.ts'
import type { Store } from '#db/store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { isForwarded } from '#domain/webhook-message.ts'
import { buildWebhookMessage } from '#domain/webhook-payload.ts'

/** The body of a delivery, put together from the log and the vault as of its event. */
export async function composeMessage(
  store: Pick<Store, 'log' | 'vault'>,
  delivery: Pick<Delivery, 'runId' | 'position' | 'sequence'>,
  forwardDrafts: boolean,
): Promise<string> {
  const { runId, position, sequence } = delivery
  // The vault first: an erasure between the two reads is then seen in the log, and nothing of it is sent.
  const personal = await store.vault.read(runId, position)
  const run = await store.log.readRun(runId)
  const events = run.filter((event) => event.position <= position)
  const event = events.at(-1)
  if (event?.position !== position || !isForwarded(event))
    throw new Error(`position ${position} of the log is no event of run ${runId} that is forwarded`)
  const funnel = funnelByType(event.funnel)
  if (!funnel) throw new Error(`funnel ${event.funnel} is unknown`)
  const erased = run.some((later) => later.type === 'erased' && later.position > position)
  return JSON.stringify(
    buildWebhookMessage({ funnel, event, sequence, events, personal, erased, forwardDrafts }),
  )
}
