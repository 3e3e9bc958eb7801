import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startGenerator } from '#loadtest/bench/load/start-parts.ts'

test('with a rate, all connections are used, so that the service closes none of them', async () => {
  const used = new Set<Socket>()
  const server = createServer((request, response) => {
    used.add(request.socket)
    // The next post is already due when this one is answered.
    void sleep(50).then(() => response.end('{}'))
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const generator = startGenerator()
  try {
    await generator.load({ ports: [port], mix: 'start', posts: 20, connections: 20, rate: 100 })
    expect(used.size).toBe(20)
  } finally {
    await generator.stop()
    server.close()
  }
})
