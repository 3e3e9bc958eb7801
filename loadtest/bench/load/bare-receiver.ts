// Receives webhook messages, keeps their bodies and measures the time between the first and the last message. The
// receiver responds with 410 until the benchmark sends an `accept` request to this process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleMessages } from '#loadtest/bench/setup/start-process.ts'

export type ReceiverRequest = { kind: 'reject' } | { kind: 'accept'; count: number }
export interface Received {
  /** Time between the first and the last message. */
  seconds: number
  bodies: string[]
}

let accepting = false
let bodies: string[] = []
let firstAt = 0
let awaited: { count: number; done: () => void } | undefined

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    if (!accepting) return void response.writeHead(410).end()
    if (bodies.length === 0) firstAt = performance.now()
    bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(204).end()
    if (bodies.length === awaited?.count) awaited.done()
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening at http://localhost:${(server.address() as AddressInfo).port}`)
})

handleMessages(async (request: ReceiverRequest) => {
  accepting = request.kind === 'accept'
  if (request.kind === 'reject') return undefined
  bodies = []
  await new Promise<void>((done) => (awaited = { count: request.count, done }))
  return { seconds: (performance.now() - firstAt) / 1000, bodies } satisfies Received
})
