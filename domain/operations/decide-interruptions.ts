import type { NewOperationalEvent, OperationalEventOf } from './operational-event.ts'

type ReceiverEvent = OperationalEventOf<'receiver_stopped' | 'receiver_resumed'>

export interface StoppedDestination {
  destination: string
  /** ms since the epoch */
  stoppedAt: number
}

/**
 * Returns the events that are missing for the log to say which destinations are stopped. `recorded` contains the stored
 * events in log order. A destination that was resumed and stopped again since the last call counts as one interruption.
 */
export function decideInterruptions(
  stopped: readonly StoppedDestination[],
  recorded: readonly ReceiverEvent[],
): NewOperationalEvent[] {
  const last = new Map(recorded.map((event) => [event.data.destination, event]))
  const begun = stopped.filter(({ destination }) => last.get(destination)?.type !== 'receiver_stopped')
  const ended = [...last.values()].filter(
    ({ type, data }) =>
      type === 'receiver_stopped' && !stopped.some(({ destination }) => destination === data.destination),
  )
  return [
    ...begun.map((data) => receiverEvent('receiver_stopped', data)),
    ...ended.map(({ data }) => receiverEvent('receiver_resumed', data)),
  ]
}

function receiverEvent(type: ReceiverEvent['type'], data: StoppedDestination): NewOperationalEvent {
  return { type, once: `${type}:${data.destination}:${data.stoppedAt}`, data }
}
