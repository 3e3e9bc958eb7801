// How fast do owed messages leave, compared with posting the same bodies to the same receiver and nothing else?
import { setTimeout as sleep } from 'node:timers/promises'
import { runsAtOnce as concurrency } from '#service/forwarding/forwarder.ts'
import type { BarePosts } from './bare-posts.ts'
import type { ReceiverRequest, Taken } from './bare-receiver.ts'
import type { Figure } from './figures.ts'
import { takeTurns } from './rounds.ts'
import { type Bench, portOf, startGenerator, startService } from './start-parts.ts'
import { startProcess } from './start-process.ts'

export async function measureDeliveries(bench: Bench): Promise<Figure[]> {
  const [rounds, posts] = bench.quick ? [2, 1500] : [5, 4000]
  const receiver = startProcess('loadtest/bench/bare-receiver.ts')
  const barePosts = startProcess('loadtest/bench/bare-posts.ts')
  const generator = startGenerator()
  const url = `http://127.0.0.1:${await portOf(receiver)}/`
  const service = await startService(bench, 'deliveries', { WEBHOOK_URL: url })
  const tell = (request: ReceiverRequest) => receiver.ask<Taken>(request)
  let bodies: string[] = []

  /** A 410 stops the endpoint, so that messages are owed but not sent until it is resumed. */
  async function owe(): Promise<number> {
    await tell({ kind: 'refuse' })
    await generator.load({ ports: [service.port], mix: 'journeys', posts, connections: 64 })
    await service.settled()
    await sleep(500)
    return Number(/^formlotse_deliveries\{state="pending"\} (\d+)$/m.exec(await service.get('/metrics'))![1])
  }

  async function deliver(): Promise<number> {
    const count = await owe()
    const taken = tell({ kind: 'take', count })
    const resume = startProcess('service/commands/deliveries.ts', {
      args: ['resume'],
      env: service.env,
    })
    await resume.ended
    const { seconds, bodies: sent } = await taken
    bodies = sent
    return count / seconds
  }

  async function postBare(): Promise<number> {
    const taken = tell({ kind: 'take', count: bodies.length })
    await barePosts.ask({ url, bodies, concurrency } satisfies BarePosts)
    return bodies.length / (await taken).seconds
  }

  await deliver()
  const rate = await takeTurns(rounds, postBare, deliver)
  await Promise.all([generator.stop(), receiver.stop(), barePosts.stop(), service.stop()])
  return [
    {
      name: 'deliveries',
      value: rate.subject,
      unit: 'messages/s',
      yardstick: { name: 'bare posts/s', value: rate.yardstick },
      ratio: rate.ratio,
      targets: [{ of: 'ratio', least: 0.5 }],
      setting: `signed, put together from log and vault, each recorded durably; ${concurrency} at a time both, bare by fetch; ${rounds} rounds of about ${bodies.length} messages`,
    },
  ]
}
