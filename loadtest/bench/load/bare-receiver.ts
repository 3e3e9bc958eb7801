// Receives the service's messages, keeps their bodies and measures their rate. Returns 410 until it is switched to accept them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerMessages } from '#loadtest/bench/setup/start-process.ts'

export type ReceiverRequest = { kind: 'refuse' } | { kind: 'take'; count: number }
export interface Taken {
  /** Time between the first and the last message. */
  seconds: number
  bodies: string[]
}

let taking = false
let bodies: string[] = []
let firstAt = 0
let counted: { count: number; done: () => void } | undefined

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    if (!taking) return void response.writeHead(410).end()
    if (bodies.length === 0) firstAt = performance.now()
    bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(204).end()
    if (bodies.length === counted?.count) counted.done()
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening at http://localhost:${(server.address() as AddressInfo).port}`)
})

answerMessages(async (request: ReceiverRequest) => {
  taking = request.kind === 'take'
  if (request.kind === 'refuse') return undefined
  bodies = []
  await new Promise<void>((done) => (counted = { count: request.count, done }))
  return { seconds: (performance.now() - firstAt) / 1000, bodies } satisfies Taken
})
