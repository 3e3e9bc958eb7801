import type { TrackedEvent } from './tracked-event.ts'
import type { Tracker } from './tracker.ts'

type Abandon = Extract<TrackedEvent, { type: 'abandon' }>
/** Open run; `form` contains the values entered so far. */
export type OpenRun = Pick<Abandon, 'funnel' | 'funnelVersion' | 'runId' | 'step' | 'form'>
type Trigger = Abandon['data']['trigger']

export interface Departures {
  /** Tracks `abandon` when the visitor cancels. */
  cancel(): void
  stop(): void
}

/**
 * Tracks `abandon` once per departure. A single departure may fire blur, hidden and pagehide, and so does opening a
 * legal page in a new tab. The next departure counts only after some activity on the page.
 */
export function watchDepartures(options: {
  tracker: Pick<Tracker, 'track' | 'onLeave'>
  /** Returns the open run or null. Called at each departure. */
  currentRun: () => OpenRun | null
}): Departures {
  const { tracker, currentRun } = options
  const listening = new AbortController()
  let reported = false

  function depart(trigger: Trigger) {
    if (reported) return
    try {
      const run = currentRun()
      if (!run) return
      reported = true
      tracker.track({ type: 'abandon', ...run, data: { trigger } })
    } catch (error) {
      console.warn('Tracking: the departure could not be reported:', error)
    }
  }

  function act(event: Event) {
    // Ctrl+Tab and similar shortcuts are part of the departure, not activity.
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
