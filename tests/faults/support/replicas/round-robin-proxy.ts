import { type IncomingMessage, Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens a small proxy in front of replicas. Like a real load balancer, the proxy keeps its connections to them open,
 * forwards requests in turn to those that are ready, and asks each of them every 100 ms whether it is. If a replica
 * refuses a connection, the proxy tries the next replica.
 */
export async function openProxy(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(ports)
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
    const order = ports.map((_, offset) => ports[(first + offset) % ports.length]!)
    for (const port of order.filter((each) => ready.has(each))) {
      try {
        const response = await send(port, incoming, body)
        const result = { status: response.statusCode!, body: await readAll(response) }
        responsesByPort.set(port, (responsesByPort.get(port) ?? 0) + 1)
        return result
      } catch (error) {
        const { code = '', message, reused } = error as NodeJS.ErrnoException & { reused?: boolean }
        if (code === 'ECONNREFUSED') continue
        broken.push(`${code || message} on a ${reused ? 'reused' : 'new'} connection`)
        return { status: 502, body: Buffer.from(broken.at(-1)!) }
      }
    }
    return { status: 503, body: Buffer.alloc(0) }
  }

  const checking = setInterval(() => {
    for (const port of ports)
      void isReady(port).then((answer) => (answer ? ready.add(port) : ready.delete(port)))
  }, 100)
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
      clearInterval(checking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
