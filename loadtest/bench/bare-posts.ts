// The yardstick of deliveries: posts given bodies as the forwarder does, with nothing to look up and nothing to record.
import { answerMessages } from './start-process.ts'

export interface BarePosts {
  url: string
  bodies: string[]
  concurrency: number
}

answerMessages(async ({ url, bodies, concurrency }: BarePosts) => {
  let next = 0
  async function post(): Promise<void> {
    while (next < bodies.length) {
      const headers = { 'content-type': 'application/json', 'user-agent': 'Formlotse' }
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: bodies[next++]!,
        redirect: 'manual',
      })
      await response.arrayBuffer()
      if (response.status !== 204) throw new Error(`a body was answered ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, post))
})
