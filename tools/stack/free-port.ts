import { type AddressInfo, createServer } from 'node:net'

/**
 * Resolves with `wanted`, or with any free port if `wanted` is 0. Rejects with EADDRINUSE if port `wanted` is in use.
 */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
