import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { webhookMessageSchema } from '#domain/outbox/webhook-message.ts'
import { describeMessage } from './describe-message.ts'

export interface InboxOptions {
  port: number
  /** Valid secrets. A signature with any of them is accepted. */
  secrets: readonly string[]
  /** Number of messages to fail: the first correctly signed ones get `status` instead of 200. */
  fail: number
  status: number
  /** Whether to print whole messages, including personal data, instead of a summary without personal data. */
  full: boolean
  print: (line: string) => void
}

/**
 * Starts an HTTP server for testing the webhook. It prints every request and verifies the signature. It can respond to
 * the first messages with an error status.
 */
export async function openInbox(options: InboxOptions) {
  const { print } = options
  const attempts = new Map<string, number>()
  let failuresLeft = options.fail

  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => response.writeHead(receive(request, body)).end(),
      () => print('A request was aborted.'),
    )
  })

  function receive(request: IncomingMessage, body: string): number {
    if (request.method !== 'POST') {
      print(`${request.method} ${request.url}  405  messages must be sent by POST`)
      return 405
    }
    const id = headerOf(request, 'webhook-id')
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    const signed = verify(request, body, options.secrets)
    const status = signed.ok ? nextStatus() : 401
    const { head, lines } = readMessage(body, options.full)
    const repeat = attempt > 1 ? `  (try ${attempt})` : ''
    print(
      `${head}  →  ${status}  ${signed.ok ? 'signature ok' : `SIGNATURE WRONG: ${signed.reason}`}${repeat}`,
    )
    for (const line of [`id         ${id || 'none'}`, ...lines]) print(`    ${line}`)
    print('')
    return status
  }

  function nextStatus(): number {
    if (failuresLeft === 0) return 200
    failuresLeft -= 1
    return options.status
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, () => resolve())
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function verify(request: IncomingMessage, body: string, secrets: readonly string[]) {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const headers = Object.fromEntries(names.map((name) => [name, headerOf(request, name)]))
  let reason = 'there is no secret to verify it with'
  for (const secret of secrets) {
    try {
      new Webhook(secret).verify(body, headers, { jsonParse: false })
      return { ok: true as const }
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
  }
  return { ok: false as const, reason }
}

function readMessage(body: string, full: boolean): { head: string; lines: string[] } {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return { head: 'NOT JSON', lines: full ? body.slice(0, 2000).split('\n') : [] }
  }
  const whole = JSON.stringify(json, undefined, 2).split('\n')
  const parsed = webhookMessageSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { head: `NOT A MESSAGE (${issue?.path.join('.')}: ${issue?.message})`, lines: full ? whole : [] }
  }
  const { meta } = parsed.data
  const place = `${meta.funnelType} step ${meta.step}`
  const head = `${meta.timestamp}  ${meta.completionStatus}  ${place}  run ${meta.funnelId} #${meta.sequence}`
  return { head, lines: full ? whole : describeMessage(parsed.data) }
}
