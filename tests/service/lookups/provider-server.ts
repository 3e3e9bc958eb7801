import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Question {
  method: string
  /** URL of the request. Its origin is a placeholder. */
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

export type Reaction = (response: ServerResponse, question: Question) => void

export const json =
  (body: unknown, status = 200): Reaction =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/**
 * Opens a real server in place of an external provider. It responds to every request with the reaction that was set
 * last.
 */
export async function openProvider(first: Reaction) {
  const questions: Question[] = []
  let reaction = first
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const question = {
        method: request.method ?? '',
        url: new URL(request.url ?? '', 'http://provider'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      questions.push(question)
      reaction(response, question)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    react: (next: Reaction) => void (reaction = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

export type Provider = Awaited<ReturnType<typeof openProvider>>

/** Returns faulty reactions of a provider with their names. `elsewhere` is the target of the redirect. */
export const failures = (elsewhere: string): [string, Reaction][] => [
  ['does not respond', () => undefined],
  ['closes the connection', (response) => void response.socket?.destroy()],
  ['returns 500', json({ valid: true, features: [], suggestions: [] }, 500)],
  ['returns 429', json({}, 429)],
  ['returns HTML', (response) => void response.writeHead(200).end('<html>{"valid":true}')],
  ['returns other members', json({ valid: 'yes', features: {}, suggestions: 'none' })],
  [
    'never ends its response',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"valid":')
    },
  ],
  [
    'returns too much data',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ valid: true, features: [], padding: 'x'.repeat(600_000) }))
    },
  ],
  ['redirects', (response) => void response.writeHead(302, { location: elsewhere }).end()],
]
