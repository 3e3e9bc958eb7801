import { variantOf } from '#domain/experiments/assign-variant.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import type { WireEvent } from './wire-events.ts'

/**
 * Returns a `start` with only those variants that its run id determines. Others are dropped and not rejected, because
 * uploads and orders need the `start`: the page may be older than the experiment, or the experiment may be gone. The
 * visitor of such a run may have seen anything, so reports must not count it in an experiment.
 */
export function withOwnVariants(event: WireEvent, funnel: Funnel): WireEvent {
  if (event.type !== 'start' || !event.data.variants) return event
  const own = variantOf(funnel, event.runId)
  const { variants, ...data } = event.data
  const kept = variants.find(
    (one) => one.experiment === own?.experiment.key && one.variant === own.variant.key,
  )
  return { ...event, data: { ...data, ...(kept && { variants: [kept] }) } }
}
