import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverRequest, Received } from './bare-receiver.ts'
import { type Bench, type Service, portOf, startGenerator, startService } from './start-parts.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'

/** A service and its receiver. The webhook messages wait until they are delivered all at once. */
export interface WaitingMessages {
  service: Service
  /** URL of the receiver. */
  url: string
  /** Switches the receiver to accept a number of messages or to reject all. */
  switchReceiver: (message: ReceiverRequest) => Promise<Received>
  /** Posts journeys and returns the number of messages that wait because of them. */
  enqueue: () => Promise<number>
  /** Has `count` waiting messages delivered and returns what the receiver received. */
  deliver: (count: number) => Promise<Received>
  stop: () => Promise<void>
}

/** Starts the service, the load generator and the command of this work tree, or of another one. */
export async function startWaitingMessages(
  bench: Bench,
  { name, posts, tree }: { name: string; posts: number; tree?: string },
): Promise<WaitingMessages> {
  const receiver = startProcess('loadtest/bench/load/bare-receiver.ts')
  const generator = startGenerator(tree)
  const url = `http://127.0.0.1:${await portOf(receiver)}/`
  const service = await startService(bench, name, { WEBHOOK_URL: url }, tree)
  const switchReceiver = (message: ReceiverRequest) => receiver.request<Received>(message)
  return {
    service,
    url,
    switchReceiver,
    /** The receiver responds with 410, which makes the service stop sending, so the messages stay pending. */
    async enqueue() {
      await switchReceiver({ kind: 'reject' })
      await generator.load({ ports: [service.port], mix: 'journeys', posts, connections: 64 })
      await service.settled()
      await sleep(500)
      const metrics = await service.get('/metrics')
      return Number(/^formlotse_deliveries\{state="pending"\} (\d+)$/m.exec(metrics)![1])
    },
    async deliver(count) {
      const received = switchReceiver({ kind: 'accept', count })
      const options = { args: ['resume'], env: service.env, ...(tree !== undefined && { tree }) }
      await startProcess('service/commands/deliveries.ts', options).ended
      return received
    },
    async stop() {
      await Promise.all([generator.stop(), receiver.stop(), service.stop()])
    },
  }
}
