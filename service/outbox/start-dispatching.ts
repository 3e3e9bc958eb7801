import type { DestinationName } from '#db/ports/outbox-store.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import { startLoop } from '#service/background/background-loop.ts'
import { type DispatcherOptions, createDispatcher } from './dispatcher.ts'

const topic = 'outbox'

interface DispatchingSettings extends DispatcherOptions {
  replicas: Pick<Replicas, 'wake' | 'listen'>
}

/**
 * Starts a dispatcher if this process has destinations. Also exchanges wake-ups with the other processes. A lost
 * wake-up only delays a message until the next poll.
 */
export function startDispatching({ replicas, ...options }: DispatchingSettings) {
  const { destinations, log } = options
  const own = new Set(destinations.map(({ name }) => name))
  const dispatcher = own.size > 0 ? createDispatcher(options) : undefined
  let end: (() => Promise<void>) | undefined
  let announced = false

  async function work(): Promise<boolean> {
    if (dispatcher) end ??= await replicas.listen(topic, () => dispatcher.wake())
    if (announced) {
      announced = false
      await replicas.wake(topic)
    }
    return false
  }

  const loop = startLoop({ name: 'outbox wake-ups', work, pollMs: 60_000, log })
  return {
    /**
     * Wakes the dispatcher of this process. If it does not serve all of the destinations, also wakes one process that
     * listens for wake-ups. Call it after messages were enqueued for the destinations, by default for any.
     */
    announce(messagesFor?: readonly DestinationName[]): void {
      dispatcher?.wake(messagesFor)
      if (messagesFor?.every((destination) => own.has(destination))) return
      announced = true
      loop.wake()
    },
    async stop(withinMs: number): Promise<void> {
      await loop.stop()
      await end?.()
      await dispatcher?.stop(withinMs)
    },
  }
}
