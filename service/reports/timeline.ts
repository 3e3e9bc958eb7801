import type { Store } from '#db/store.ts'
import { stepNames } from '#domain/funnels/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { listRun } from '#domain/reports/list-run.ts'
import type { ReportedOrder } from '#domain/reports/report-shapes.ts'
import type { RunReport } from '#domain/reports/run-shapes.ts'
import { evolveRun } from '#domain/run.ts'
import type { RunState } from '#domain/run-state.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { deliveriesAt } from './deliveries.ts'

/** Everything about one run as far as reports have seen the log; undefined when there is no such run. */
export async function readTimeline(
  store: Pick<Store, 'log' | 'projections' | 'deliveries'>,
  runId: string,
): Promise<RunReport | undefined> {
  const { checkpoint } = await store.projections.live()
  const events = await store.log.readRun(runId, checkpoint)
  let state: RunState | undefined
  for (const event of events) state = evolveRun(state, event)
  if (!state) return undefined
  const messages = await deliveriesAt(
    store,
    events.map(({ position }) => position),
  )
  return {
    run: listRun(state),
    bot: state.bot,
    asOfPosition: checkpoint,
    events: events.map((event) => reportEvent(event, messages.get(event.position) ?? null)),
  }
}

function reportEvent(event: StoredEvent, delivery: ReportedOrder['delivery']): RunReport['events'][number] {
  const { position, type, step, at, receivedAt, facts, meta } = event
  const { device, browser, os, bot, consent } = meta
  const funnel = funnelByType(event.funnel)
  const names = funnel && stepNames(funnel, event.funnelVersion)
  return {
    position,
    type,
    step,
    stepName: names?.[step - 1] ?? `step-${step}`,
    at: iso(at),
    receivedAt: iso(receivedAt),
    device,
    browser,
    os,
    bot,
    consent,
    data: tellable(event),
    facts,
    delivery,
  }
}

/** Named one by one, so that a member that events gain later is not told by itself. */
function tellable(event: StoredEvent): Record<string, unknown> {
  switch (event.type) {
    case 'start':
      return { entry: event.data.entry }
    case 'step':
      return { seconds: event.data.seconds }
    case 'invalid':
      return { fields: event.data.fields }
    case 'abandon':
      return { trigger: event.data.trigger }
    case 'complete':
      return { orderNumber: event.data.orderNumber, priceCents: event.data.priceCents }
    case 'paid':
      return { amountCents: event.data.amountCents }
    default:
      return {}
  }
}

const iso = (at: number) => new Date(at).toISOString()
