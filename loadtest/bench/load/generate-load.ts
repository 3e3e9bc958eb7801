// The load generator. It runs in a separate process, so that it does not block the service.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Mix, bodiesOf } from './mixes.ts'
import { type PostConnection, openConnection, postRequest } from './post-connection.ts'
import { handleMessages } from '#loadtest/bench/setup/start-process.ts'

export interface LoadPlan {
  /** Ports of the service's processes. Connections are distributed among them round-robin. */
  ports: readonly number[]
  mix: Mix
  posts: number
  connections: number
  /**
   * Number of posts per second. They are sent on schedule even while earlier posts are pending. If absent, each
   * connection sends its next post as soon as it has received the response to the previous one.
   */
  rate?: number
}

export interface LoadResult {
  posts: number
  events: number
  seconds: number
  /**
   * Median and 99th percentile of the response times, in ms. With a `rate`, a response time is measured from the
   * scheduled time of the post. It then includes the time that the post waits for a free connection.
   */
  p50: number
  p99: number
  /** The response times in the order of the posts. */
  times: Float64Array
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
    : await postSequentially(requests, connections)
  const seconds = (performance.now() - startedAt) / 1000
  for (const connection of connections) connection.close()
  const sorted = times.toSorted()
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { posts: requests.length, events, seconds, p50: quantile(0.5), p99: quantile(0.99), times }
}

/** Creates all requests in advance, so that the time for creating them is not measured. */
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

async function postSequentially(requests: Buffer[], connections: PostConnection[]): Promise<Float64Array> {
  const times = new Float64Array(requests.length)
  let next = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (next < requests.length) {
        const index = next++
        times[index] = await measurePost(connection, requests[index]!, performance.now())
      }
    }),
  )
  return times
}

/** Sends posts on a schedule. If no connection is free, the wait for one is included in the response time. */
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

  const dueAt = (index: number) => startedAt + (index * 1000) / rate
  const isDue = () => next < requests.length && dueAt(next) <= performance.now()

  /** Sends the next post, and those that are due when it is answered if no other connection is free. */
  async function sendDuePosts(connection: PostConnection): Promise<void> {
    do {
      const index = next++
      times[index] = await measurePost(connection, requests[index]!, dueAt(index))
    } while (idle.length === 0 && isDue())
    idle.push(connection)
  }

  while (next < requests.length) {
    // The one that has waited longest: the service closes a connection that is not used.
    const free = isDue() ? idle.shift() : undefined
    if (free) running.push(sendDuePosts(free))
    else await sleep(1)
  }
  await Promise.all(running)
  return times
}

async function measurePost(connection: PostConnection, request: Buffer, dueAt: number): Promise<number> {
  const status = await connection.post(request)
  if (status !== 200) throw new Error(`the service returned ${status}`)
  return performance.now() - dueAt
}

handleMessages(generate)
