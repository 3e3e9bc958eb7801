import type { FormIssue } from '#domain/check-form.ts'
import { type Answers, type Funnel, fieldsOf } from '#domain/funnels/define-funnel.ts'
import type { Attribution } from '#web/attribution/attribution.ts'
import { sendComplete } from '#web/tracking/complete.ts'
import { watchDepartures } from '#web/tracking/departures.ts'
import { deviceOf } from '#web/tracking/device.ts'
import { newEventId } from '#web/tracking/event-id.ts'
import type { WireContext } from '#web/tracking/tracked-event.ts'
import { createTracker } from '#web/tracking/tracker.ts'
import type { Draft } from './draft.ts'
import { runStartedAt } from './open-run.ts'
import { sha256Hex } from './sha-256.ts'
import { toldFaults } from './told-faults.ts'

interface Visit {
  attribution: Pick<Attribution, 'context'>
  /** Path of the page that was loaded first. */
  entryPath: string
}

/** Tells the service what happens in a funnel. One for the whole page. */
export function createRunTracker({ attribution, entryPath }: Visit) {
  let open: { funnel: Funnel; draft: () => Draft; step: number } | undefined
  const orderEventIds = new Map<string, string>()
  const reportedEmails = new Set<string>()

  const contextOf = (runId: string): WireContext => ({
    ...attribution.context({ id: runId, startedAt: runStartedAt(runId) }),
    device: deviceOf(window.innerWidth),
  })
  const context = () => {
    if (!open) throw new Error('no run is open')
    return contextOf(open.draft().runId)
  }
  // Of the funnels that were opened: nothing else is told of.
  const secretFields = new Set<string>()
  const tracker = createTracker({ context, secretFields })
  const subject = () => {
    if (!open) throw new Error('no run is open')
    const { runId, funnelVersion } = open.draft()
    return { funnel: open.funnel.type, funnelVersion, runId, step: open.step }
  }
  const departures = watchDepartures({
    tracker,
    currentRun: () => (open && !open.draft().order ? { ...subject(), form: open.draft().answers } : null),
  })

  return {
    /** From now on events are about this run and step. */
    open(funnel: Funnel, draft: () => Draft, step: number) {
      open = { funnel, draft, step }
      for (const { kind, name } of fieldsOf(funnel)) if (kind === 'iban') secretFields.add(name)
    },
    /** No funnel is on the screen any more. */
    close() {
      open = undefined
    },
    started(secret: string) {
      tracker.track({
        ...subject(),
        type: 'start',
        data: { secretHash: sha256Hex(secret), entry: entryPath },
      })
    },
    stepped(seconds: number, form: Answers) {
      tracker.track({ ...subject(), type: 'step', data: { seconds }, form })
    },
    failed(issues: readonly FormIssue[]) {
      const fields = toldFaults(issues)
      if (fields.length > 0) tracker.track({ ...subject(), type: 'invalid', data: { fields } })
    },
    /** Tells of an address once a run. */
    emailed(email: string) {
      const key = `${subject().runId} ${email}`
      if (reportedEmails.has(key)) return
      reportedEmails.add(key)
      tracker.track({ ...subject(), type: 'email', data: {}, form: { email } })
    },
    /** Sends what waits; resolves when it is answered or cannot be sent at present. */
    flush: () => tracker.flush(),
    cancelled() {
      departures.cancel()
    },
    /** Orders; a repeat carries the same event id, so that it can never become a second order. */
    async order(form: Answers) {
      const run = subject()
      const id = orderEventIds.get(run.runId) ?? newEventId()
      orderEventIds.set(run.runId, id)
      const event = { ...run, id, occurredAt: new Date().toISOString(), form }
      return sendComplete({ tracker, context, event })
    },
  }
}

export type RunTracker = ReturnType<typeof createRunTracker>
