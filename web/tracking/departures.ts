import type { TrackedEvent } from './tracked-event.ts'
import type { Tracker } from './tracker.ts'

type Abandon = Extract<TrackedEvent, { type: 'abandon' }>
/** The open run; `form` holds what was entered so far. */
export type OpenRun = Pick<Abandon, 'funnel' | 'funnelVersion' | 'runId' | 'step' | 'form'>
type Trigger = Abandon['data']['trigger']

export interface Departures {
  /** The visitor pressed 'Abbrechen'. */
  cancel(): void
  stop(): void
}

/**
 * Tracks `abandon` once a departure: one leave may fire blur, hidden and pagehide, and a legal page in a new tab
 * fires some of them too. The next one counts only after the visitor did something here (DESIGN 7).
 */
export function watchDepartures(options: {
  tracker: Pick<Tracker, 'track' | 'onLeave'>
  /** Null when no run is open; asked at each departure. */
  currentRun: () => OpenRun | null
}): Departures {
  const { tracker, currentRun } = options
  const listening = new AbortController()
  let told = false

  function depart(trigger: Trigger) {
    if (told) return
    try {
      const run = currentRun()
      if (!run) return
      told = true
      tracker.track({ type: 'abandon', ...run, data: { trigger } })
    } catch (error) {
      console.warn('Tracking: the departure could not be told:', error)
    }
  }

  function act(event: Event) {
    // Ctrl+Tab and its like are the departure itself.
    const { ctrlKey, altKey, metaKey } = event as KeyboardEvent
    if (!ctrlKey && !altKey && !metaKey) told = false
  }

  const how = { capture: true, passive: true, signal: listening.signal }
  for (const type of ['pointerdown', 'keydown', 'input']) window.addEventListener(type, act, how)
  window.addEventListener('blur', (event) => event.target === window && depart('blur'), how)
  const stopLeave = tracker.onLeave(depart)

  return {
    cancel() {
      told = false
      depart('cancel')
    },
    stop() {
      stopLeave()
      listening.abort()
    },
  }
}
