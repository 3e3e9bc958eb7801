import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection, postRequest } from '#loadtest/bench/load/post-connection.ts'

/** Opens a connection to a server that answers nothing. */
async function connectedPair() {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const connection = await openConnection((server.address() as AddressInfo).port)
  const [socket] = await accepted
  return { connection, socket }
}

test('a post fails if the service closes the connection before the response', async () => {
  const { connection, socket } = await connectedPair()
  const post = connection.post(postRequest({}))
  socket.destroy()
  await expect(post).rejects.toThrow(/closed before the response|ECONNRESET/)
})

test('a post fails if the service has closed the connection while it was idle', async () => {
  const { connection, socket } = await connectedPair()
  socket.end()
  await once(socket, 'close')
  await expect(connection.post(postRequest({}))).rejects.toThrow('closed before the response')
})
