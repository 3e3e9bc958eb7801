import { variantOf } from '#domain/experiments/assign-variant.ts'
import { runStartedAt } from '#domain/experiments/run-started-at.ts'
import type { FormIssue } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { sensitiveFields } from '#domain/forms/fields-by-kind.ts'
import type { Attribution } from '#web/features/attribution/attribution.ts'
import type { ConsentStore } from '#web/features/consent/consent.ts'
import { watchDepartures } from '#web/features/tracking/departures.ts'
import { deviceOf } from '#web/features/tracking/device/device.ts'
import { watchFields } from '#web/features/tracking/field-times.ts'
import { newEventId } from '#web/features/tracking/event-id.ts'
import type { WireContext } from '#web/features/tracking/tracked-event.ts'
import type { sendComplete } from '#web/features/tracking/complete.ts'
import { createTracker } from '#web/features/tracking/tracker.ts'
import type { Draft } from './draft.ts'
import { sha256Hex } from './sha-256.ts'
import { fieldOfControl, isEmptyField } from '#web/features/funnel/form/field-of-control.ts'
import { reportedFaults } from '#web/features/funnel/form/reported-faults.ts'

interface Visit {
  attribution: Pick<Attribution, 'context'>
  consent: Pick<ConsentStore, 'state' | 'subscribe'>
  /** Path of the page on which the visitor entered the site, and host of the page with the link (see `entryReferrer`). */
  entry: { path: string; referrer: string | undefined }
}

/** Creates the tracker of funnel events. Must be called only once per page. */
export function createRunTracker({ attribution, consent, entry }: Visit) {
  let open: { funnel: Funnel; draft: () => Draft; step: number } | undefined
  // By run id: the event id of the order, and the values of all attempts to place it.
  const orders = new Map<string, { id: string; forms: Set<string> }>()
  const reportedEmails = new Set<string>()

  const contextOf = (runId: string): WireContext => ({
    ...attribution.context({ id: runId, startedAt: runStartedAt(runId) }),
    device: deviceOf(window.innerWidth),
  })
  const context = () => {
    if (!open) throw new Error('no open run')
    return contextOf(open.draft().runId)
  }
  // Names of the form fields whose values must not be stored on the device. Opening a funnel adds the names of its
  // sensitive fields.
  const secretFields = new Set<string>()
  const hasConsent = () => consent.state().choice === 'marketing'
  const tracker = createTracker({ context, hasConsent, secretFields })
  consent.subscribe(() => void tracker.followConsent())
  const subject = () => {
    if (!open) throw new Error('no open run')
    const { runId, funnelVersion } = open.draft()
    return { funnel: open.funnel.type, funnelVersion, runId, step: open.step }
  }
  const watch = watchFields(fieldOfControl)
  const fieldUse = () => watch.use((field) => isEmptyField(open?.draft().answers ?? {}, field))
  const departures = watchDepartures({
    tracker,
    currentRun: () =>
      open && !isElsewhere(open.draft())
        ? { ...subject(), form: open.draft().answers, fields: fieldUse() }
        : null,
    onReported: watch.reported,
  })

  return {
    /** Sets the run and step of the events that are tracked from now on. */
    open(funnel: Funnel, draft: () => Draft, step: number) {
      open = { funnel, draft, step }
      watch.open(`${draft().runId} ${step}`)
      for (const name of sensitiveFields(funnel)) secretFields.add(name)
    },
    /** Must be called when the funnel is closed. */
    close() {
      open = undefined
      watch.close()
    },
    started(secret: string) {
      const own = open && variantOf(open.funnel, open.draft().runId)
      tracker.track({
        ...subject(),
        type: 'start',
        data: {
          secretHash: sha256Hex(secret),
          entry: entry.path,
          referrer: entry.referrer,
          variants: own && [{ experiment: own.experiment.key, variant: own.variant.key }],
        },
      })
    },
    stepped(seconds: number, form: FieldValues) {
      const { fieldTimes } = fieldUse()
      if (tracker.track({ ...subject(), type: 'step', data: { seconds, fieldTimes }, form })) watch.reported()
    },
    failed(issues: readonly FormIssue[]) {
      const fields = reportedFaults(issues)
      if (fields.length > 0) tracker.track({ ...subject(), type: 'invalid', data: { fields } })
    },
    /** Tracks the entry of an e-mail address. Each address is tracked only once per run. */
    emailed(email: string) {
      const key = `${subject().runId} ${email}`
      if (reportedEmails.has(key)) return
      reportedEmails.add(key)
      tracker.track({ ...subject(), type: 'email', data: {}, form: { email } })
    },
    /** Sends pending events. Resolves when the service has responded or sending failed. */
    flush: () => tracker.flush(),
    /** Removes the pending events from the device. Must be called when the visitor deletes the draft. */
    draftDeleted() {
      tracker.clearDevice()
    },
    cancelled() {
      departures.cancel()
    },
    /**
     * Sends the order. `texts` are the hashes of the texts that the page shows for acceptance. A retry uses the same
     * event id; otherwise, it could create a second order. `isEarlier` means that the order was placed by another tab, or
     * perhaps by an earlier attempt with other values, so that it may lack the values of this attempt. `send` is passed,
     * because only the last step loads its code.
     */
    async order(form: FieldValues, texts: Record<string, string>, send: typeof sendComplete) {
      const run = subject()
      const { id, forms } = orders.get(run.runId) ?? { id: newEventId(), forms: new Set<string>() }
      orders.set(run.runId, { id, forms: forms.add(JSON.stringify(form)) })
      const event = { ...run, id, occurredAt: new Date().toISOString(), data: { texts }, form }
      const outcome = await send({ tracker, context, event, secret: open!.draft().secret })
      // A refused attempt was not stored.
      if (outcome.kind === 'rejected') forms.clear()
      if (outcome.kind !== 'ordered') return outcome
      const { order, isRepeated } = outcome
      // The service identifies an order by the event that placed it.
      return { ...outcome, isEarlier: isRepeated && (order.id !== id || forms.size > 1) }
    },
  }
}

/** Returns whether leaving the page does not abandon the run: it is ordered, or continues on another device. */
function isElsewhere({ order, handover }: Draft): boolean {
  return order !== undefined || handover?.isTaken === true
}

export type RunTracker = ReturnType<typeof createRunTracker>
