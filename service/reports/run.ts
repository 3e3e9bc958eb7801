import { stepNames } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { FieldTime } from '#domain/events/field-times.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type RunReport, runContract } from '#domain/reports/run/shape.ts'
import { contactsOf } from '#domain/reports/run/contacts.ts'
import { listRun } from '#domain/reports/runs/list-run.ts'
import type { DeliverySummary } from '#domain/reports/shared-shapes.ts'
import { defineRecord } from '#service/reports/define/define-record.ts'
import { deliveriesAt } from '#service/reports/deliveries/delivery-rows.ts'
import { stateOf } from '#service/reports/read/state-of.ts'

export const run = defineRecord({
  contract: runContract,
  summary: 'Events of one run, without personal data',
  notFound: { type: 'no-run', title: 'No such run' },
  async read({ store, statusOf }, { runId }) {
    const { generation } = await store.projections.live()
    const [row] = await store.projections.runs(generation, [runId])
    if (!row) return undefined
    const state = stateOf(row)
    const events = await store.log.readRun(runId, state.lastPosition)
    const isArchived = (await store.archive.runsAmong([runId])).length > 0
    const messages = await deliveriesAt(
      store,
      events.map(({ position }) => position),
    )
    // The checkpoint is read after the row. Otherwise, the row might contain events after the reported position.
    const { checkpoint } = await store.projections.live()
    return {
      run: listRun(state, statusOf),
      bot: state.bot,
      asOfPosition: checkpoint,
      isArchived,
      contacts: contactsOf(state),
      events: events.map((event) => reportEvent(event, messages.get(event.position) ?? null)),
    }
  },
})

function reportEvent(event: StoredEvent, delivery: DeliverySummary | null): RunReport['events'][number] {
  const { position, type, step, at, receivedAt, facts, meta } = event
  const { device, browser, os, bot, consent, replayed } = meta
  const funnel = funnelByType(event.funnel)
  const names = funnel && stepNames(funnel, event.funnelVersion)
  return {
    position,
    type,
    step,
    stepName: names?.[step - 1] ?? `step-${step}`,
    at: iso(at),
    receivedAt: iso(replayed?.receivedAt ?? receivedAt),
    replayedAt: replayed ? iso(receivedAt) : null,
    device,
    browser,
    os,
    bot,
    consent,
    data: reportedData(event),
    facts,
    delivery,
  }
}

/**
 * Returns the part of an event's data that reports show. Lists the members explicitly. Otherwise, a new member of an
 * event type would be published by accident.
 */
function reportedData(event: StoredEvent): Record<string, unknown> {
  switch (event.type) {
    case 'start':
      return {
        entry: event.data.entry,
        ...(event.data.referrer !== undefined && { referrer: event.data.referrer }),
      }
    case 'step':
      return { seconds: event.data.seconds, ...fieldsOf(event.data) }
    case 'invalid':
      return { fields: event.data.fields }
    case 'abandon':
      return { trigger: event.data.trigger, ...fieldsOf(event.data) }
    case 'complete':
      return { orderNumber: event.data.orderNumber, priceCents: event.data.priceCents }
    case 'paid':
      return { amountCents: event.data.amountCents }
    default:
      return {}
  }
}

/** Returns how the fields of a step were used, as far as the client reported it. */
function fieldsOf({
  field,
  fieldTimes,
}: {
  field?: string | undefined
  fieldTimes?: FieldTime[] | undefined
}) {
  return { ...(field !== undefined && { field }), ...(fieldTimes !== undefined && { fieldTimes }) }
}

const iso = (at: number) => new Date(at).toISOString()
