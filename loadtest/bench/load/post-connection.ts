import { type Socket, connect } from 'node:net'

export interface PostConnection {
  /**
   * Sends a request and resolves with the status of the response. The caller must wait for the response before sending
   * the next request.
   */
  post(request: Buffer): Promise<number>
  close(): void
}

/**
 * Opens a keep-alive connection on a plain socket, which costs less CPU time than an HTTP client. CPU time matters,
 * because the generator shares its cores with the service.
 */
export async function openConnection(port: number): Promise<PostConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let pending: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  readResponses(socket, (status) => {
    const { resolve } = pending!
    pending = undefined
    resolve(status)
  })
  const closed = new Error('the connection was closed before the response')
  socket.on('close', () => pending?.reject(closed))
  socket.on('error', (error) => pending?.reject(error))
  return {
    post: (request) =>
      new Promise((resolve, reject) => {
        if (!socket.writable) return reject(closed)
        pending = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

/** Parses responses, all of which must have a Content-Length. */
function readResponses(socket: Socket, onResponse: (status: number) => void): void {
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    const head = text.indexOf('\r\n\r\n')
    if (head === -1) return
    const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
    if (length === undefined) return void socket.destroy(new Error('the response has no Content-Length'))
    if (text.length < head + 4 + Number(length)) return
    const status = Number(text.slice(9, 12))
    text = ''
    onResponse(status)
  })
}

/** User-Agent header of a browser. Events of robots would cost the service less, because reports exclude them. */
const browser =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

/** Returns the bytes of a `POST /api/events`. */
export function postRequest(body: object): Buffer {
  const json = JSON.stringify(body)
  return Buffer.from(
    'POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
      `User-Agent: ${browser}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}
