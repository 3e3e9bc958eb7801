import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

/** Opens a TCP connection on which arbitrary bytes can be sent. */
export async function openConnection(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/**
 * Sends bytes. Resolves with everything that the service sends until it disconnects, or with undefined if it does not
 * disconnect within `withinMs`.
 */
export async function exchange(
  url: string,
  bytes: string | Uint8Array,
  { halfClose = false, withinMs = 20_000 } = {},
): Promise<string | undefined> {
  const socket = await openConnection(url)
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  const closed = new Promise<true>((resolve) => void socket.once('close', () => resolve(true)))
  if (halfClose) socket.end(bytes)
  else socket.write(bytes)
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<false>((resolve) => void (timer = setTimeout(() => resolve(false), withinMs)))
  const complete = await Promise.race([closed, timedOut])
  clearTimeout(timer)
  socket.destroy()
  return complete ? text : undefined
}

/** Returns the statuses of all HTTP responses in a text that was received on one connection. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}

export function requestHead(method: string, target: string, headers: readonly string[] = []): string {
  return [
    `${method} ${target} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n')
}
