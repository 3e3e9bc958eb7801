import type { FieldUse } from './field-times.ts'
import type { TrackedEvent } from './tracked-event.ts'
import type { Tracker } from './tracker.ts'

type Abandon = Extract<TrackedEvent, { type: 'abandon' }>
/** Open run with the values entered so far (`form`), and how the fields of the step were used (`fields`). */
export type OpenRun = Pick<Abandon, 'funnel' | 'funnelVersion' | 'runId' | 'step' | 'form'> & {
  fields?: FieldUse
}
type Trigger = Abandon['data']['trigger']

export interface Departures {
  /** Tracks an `abandon` event when the visitor cancels. */
  cancel(): void
  stop(): void
}

/**
 * Tracks one `abandon` event each time the visitor leaves the page, even if the browser reports the departure by
 * several events (blur, hidden and pagehide). Opening a legal page in a new tab also counts as leaving. The next event
 * is tracked only after the visitor has used the page again.
 */
export function watchDepartures(options: {
  tracker: Pick<Tracker, 'track' | 'onLeave'>
  /** Returns the open run, or null if there is none. Called each time the visitor leaves. */
  currentRun: () => OpenRun | null
  /** Called when a departure is queued, so that its `fields` need not be reported again. */
  onReported?: () => void
}): Departures {
  const { tracker, currentRun, onReported } = options
  const listening = new AbortController()
  let reported = false

  function depart(trigger: Trigger) {
    if (reported) return
    try {
      const open = currentRun()
      if (!open) return
      const { fields, ...run } = open
      if (tracker.track({ type: 'abandon', ...run, data: { trigger, ...fields } })) onReported?.()
      // Only now, because a browser that closes the tab can stop this script before.
      reported = true
    } catch (error) {
      console.warn('Tracking: the departure could not be reported:', error)
    }
  }

  function act(event: Event) {
    // Keys with Ctrl, Alt or Meta do not count as using the page, because shortcuts such as Ctrl+Tab leave it.
    const { ctrlKey, altKey, metaKey } = event as KeyboardEvent
    if (!ctrlKey && !altKey && !metaKey) reported = false
  }

  const how = { capture: true, passive: true, signal: listening.signal }
  for (const type of ['pointerdown', 'keydown', 'input']) window.addEventListener(type, act, how)
  window.addEventListener('blur', (event) => event.target === window && depart('blur'), how)
  const stopLeave = tracker.onLeave(depart)

  return {
    cancel() {
      reported = false
      depart('cancel')
    },
    stop() {
      stopLeave()
      listening.abort()
    },
  }
}
