// Measures the rate of webhook deliveries, relative to posting the same bodies to the same receiver without any other
// work.
import { webhookConcurrency as concurrency } from '#service/outbox/destinations/webhook/webhook.ts'
import type { BarePosts } from '#loadtest/bench/load/bare-posts.ts'
import type { Figure } from '#loadtest/bench/setup/figures.ts'
import { compareInRounds } from '#loadtest/bench/setup/rounds.ts'
import type { Bench } from '#loadtest/bench/load/start-parts.ts'
import { startProcess } from '#loadtest/bench/setup/start-process.ts'
import { startWaitingMessages } from '#loadtest/bench/load/waiting-messages.ts'

export async function measureDeliveries(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [2, 1500] : [5, 4000]
  const barePosts = startProcess('loadtest/bench/load/bare-posts.ts')
  const { enqueue, deliver, switchReceiver, url, stop } = await startWaitingMessages(bench, {
    name: 'deliveries',
    posts,
  })
  let bodies: string[] = []

  async function deliverAll(): Promise<number> {
    const count = await enqueue()
    const { seconds, bodies: sent } = await deliver(count)
    bodies = sent
    return count / seconds
  }

  async function postBare(): Promise<number> {
    const received = switchReceiver({ kind: 'accept', count: bodies.length })
    await barePosts.request({ url, bodies, concurrency } satisfies BarePosts)
    return bodies.length / (await received).seconds
  }

  await deliverAll()
  const rate = await compareInRounds(rounds, postBare, deliverAll)
  await Promise.all([barePosts.stop(), stop()])
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
