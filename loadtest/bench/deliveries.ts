// Measures the rate of webhook deliveries, relative to posting the same bodies to the same receiver without any other
// work.
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookConcurrency as concurrency } from '#service/outbox/destinations/webhook/webhook.ts'
import type { BarePosts } from '#loadtest/bench/load/bare-posts.ts'
import type { ReceiverRequest, Received } from '#loadtest/bench/load/bare-receiver.ts'
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { compareInRounds } from '#loadtest/bench/setup/rounds.ts'
import { type Bench, portOf, startGenerator, startService } from '#loadtest/bench/load/start-parts.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'

export async function measureDeliveries(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [2, 1500] : [5, 4000]
  const receiver = startProcess('loadtest/bench/load/bare-receiver.ts')
  const barePosts = startProcess('loadtest/bench/load/bare-posts.ts')
  const generator = startGenerator()
  const url = `http://127.0.0.1:${await portOf(receiver)}/`
  const service = await startService(bench, 'deliveries', { WEBHOOK_URL: url })
  const switchReceiver = (message: ReceiverRequest) => receiver.request<Received>(message)
  let bodies: string[] = []

  /**
   * Enqueues messages and returns their number. The receiver responds with 410, which makes the service stop sending,
   * so the messages stay pending.
   */
  async function enqueue(): Promise<number> {
    await switchReceiver({ kind: 'reject' })
    await generator.load({ ports: [service.port], mix: 'journeys', posts, connections: 64 })
    await service.settled()
    await sleep(500)
    return Number(/^formlotse_deliveries\{state="pending"\} (\d+)$/m.exec(await service.get('/metrics'))![1])
  }

  async function deliver(): Promise<number> {
    const count = await enqueue()
    const received = switchReceiver({ kind: 'accept', count })
    const resume = startProcess('service/commands/deliveries.ts', {
      args: ['resume'],
      env: service.env,
    })
    await resume.ended
    const { seconds, bodies: sent } = await received
    bodies = sent
    return count / seconds
  }

  async function postBare(): Promise<number> {
    const received = switchReceiver({ kind: 'accept', count: bodies.length })
    await barePosts.request({ url, bodies, concurrency } satisfies BarePosts)
    return bodies.length / (await received).seconds
  }

  await deliver()
  const rate = await compareInRounds(rounds, postBare, deliver)
  await Promise.all([generator.stop(), receiver.stop(), barePosts.stop(), service.stop()])
  return [
    {
      name: 'deliveries',
      value: rate.subject,
      unit: 'messages/s',
      yardstick: { name: 'bare posts/s', value: rate.yardstick },
      ratio: rate.ratio,
      targets: [{ of: 'ratio', least: 0.5 }],
      setting: `signed, composed from log and vault, each attempt stored durably; both with ${concurrency} concurrent requests, the bare posts by fetch; ${rounds} rounds of about ${bodies.length} messages`,
    },
  ]
}
