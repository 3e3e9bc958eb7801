// The load generator, a process of its own: its work must not stop what it measures, nor the other way round.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Mix, bodiesOf } from './mixes.ts'
import { type PostConnection, openConnection, postRequest } from './post-connection.ts'
import { answerMessages } from './start-process.ts'

export interface LoadPlan {
  /** Of the processes of the service; connections go to them in turn. */
  ports: readonly number[]
  mix: Mix
  posts: number
  connections: number
  /** Posts a second, sent whether or not the earlier ones are answered; absent: each connection posts when it is answered. */
  rate?: number
}

export interface LoadResult {
  posts: number
  events: number
  seconds: number
  /** Ms from the moment at which a post was due to its answer, so that a stalled service cannot hide its queue. */
  p50: number
  p99: number
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const { requests, events } = prepare(plan)
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, (_, index) =>
      openConnection(plan.ports[index % plan.ports.length]!),
    ),
  )
  const startedAt = performance.now()
  const times = plan.rate
    ? await postAtRate(requests, connections, plan.rate)
    : await postInTurn(requests, connections)
  const seconds = (performance.now() - startedAt) / 1000
  for (const connection of connections) connection.close()
  const sorted = times.toSorted()
  const quantile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  return { posts: requests.length, events, seconds, p50: quantile(0.5), p99: quantile(0.99) }
}

/** Made beforehand, so that making them is not measured. */
function prepare({ mix, posts }: LoadPlan): { requests: Buffer[]; events: number } {
  const bodies = bodiesOf(mix, { now: Date.now, random: Math.random })
  let events = 0
  const requests = Array.from({ length: posts }, () => {
    const body = bodies.next().value
    events += body.events.length
    return postRequest(body)
  })
  return { requests, events }
}

async function postInTurn(requests: Buffer[], connections: PostConnection[]): Promise<Float64Array> {
  const times = new Float64Array(requests.length)
  let next = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (next < requests.length) {
        const index = next++
        times[index] = await timed(connection, requests[index]!, performance.now())
      }
    }),
  )
  return times
}

/** Posts fall due by the clock and wait for a free connection where there is none; that wait counts. */
async function postAtRate(
  requests: Buffer[],
  connections: PostConnection[],
  rate: number,
): Promise<Float64Array> {
  const times = new Float64Array(requests.length)
  const startedAt = performance.now()
  const idle = [...connections]
  const running: Promise<void>[] = []
  let next = 0

  async function serve(connection: PostConnection): Promise<void> {
    while (next < requests.length) {
      const dueAt = startedAt + (next * 1000) / rate
      if (dueAt > performance.now()) break
      const index = next++
      times[index] = await timed(connection, requests[index]!, dueAt)
    }
    idle.push(connection)
  }

  while (next < requests.length) {
    const free = idle.pop()
    if (free) running.push(serve(free))
    if (!free || startedAt + (next * 1000) / rate > performance.now()) await sleep(1)
  }
  await Promise.all(running)
  return times
}

async function timed(connection: PostConnection, request: Buffer, dueAt: number): Promise<number> {
  const status = await connection.post(request)
  if (status !== 200) throw new Error(`a post was answered ${status}`)
  return performance.now() - dueAt
}

answerMessages(generate)
