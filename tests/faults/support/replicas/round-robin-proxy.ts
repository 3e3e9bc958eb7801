import { type IncomingMessage, Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens a small proxy in front of replicas. Like a real load balancer, the proxy keeps its connections to them open and
 * forwards requests to them in turn. If a replica refuses a connection, the proxy tries the next replica.
 */
export async function openProxy(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  const responsesByPort = new Map<number, number>()
  /** One error message for each request whose connection broke after a replica had accepted the connection. */
  const broken: string[] = []
  let turn = 0

  function send(port: number, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = incoming
      const sent = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, resolve)
      sent.on('error', (error) => reject(Object.assign(error, { reused: sent.reusedSocket }))).end(body)
    })
  }

  async function forward(incoming: IncomingMessage): Promise<{ status: number; body: Buffer }> {
    const body = await readAll(incoming)
    const first = turn++
    for (const offset of ports.keys()) {
      const port = ports[(first + offset) % ports.length]!
      try {
        const response = await send(port, incoming, body)
        const result = { status: response.statusCode!, body: await readAll(response) }
        responsesByPort.set(port, (responsesByPort.get(port) ?? 0) + 1)
        return result
      } catch (error) {
        const { code = '', message, reused } = error as NodeJS.ErrnoException & { reused?: boolean }
        if (code === 'ECONNREFUSED') continue
        broken.push(`${code || message} on a ${reused ? 'reused' : 'new'} connection`)
        return { status: 502, body: Buffer.alloc(0) }
      }
    }
    return { status: 503, body: Buffer.alloc(0) }
  }

  const server = createServer((incoming, outgoing) => {
    void forward(incoming).then(({ status, body }) => outgoing.writeHead(status).end(body))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responsesByPort,
    broken,
    async close(): Promise<void> {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
