// Yardstick for deliveries: posts prepared bodies without reading or storing anything.
import { handleMessages } from '#loadtest/bench/setup/start-process.ts'

export interface BarePosts {
  url: string
  bodies: string[]
  concurrency: number
}

handleMessages(async ({ url, bodies, concurrency }: BarePosts) => {
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
      if (response.status !== 204) throw new Error(`the receiver returned ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, post))
})
