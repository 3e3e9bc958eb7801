import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '#db/postgres/hosts/connect.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => Buffer.concat([int16(value >>> 16), int16(value & 65535)])
const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}
const ready = message('Z', Buffer.from('I'))
const types = { text: 25, bool: 16, int4: 23 }

/** Returns the messages of a result with one row. */
function oneRow(row: Record<string, [type: keyof typeof types, value: string]>): Buffer {
  const fields = Object.entries(row)
  const columns = fields.flatMap(([name, [type]]) => [
    Buffer.from(`${name}\0`),
    int32(0),
    int16(0),
    int32(types[type]),
    int16(0),
    int32(0),
    int16(0),
  ])
  const values = fields.flatMap(([, [, value]]) => [int32(value.length), Buffer.from(value)])
  return Buffer.concat([
    message('T', int16(fields.length), ...columns),
    message('D', int16(fields.length), ...values),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
}

/** Starts a server that reports what it is to the watch, and breaks every other connection at its first query. */
async function startHost({ writable }: { writable: boolean }): Promise<string> {
  const report = oneRow({
    system: ['text', '7000'],
    writable: ['bool', writable ? 't' : 'f'],
    timeline: ['int4', '1'],
  })
  const serve = (socket: Socket) => {
    let isWatch: boolean | undefined
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (isWatch === undefined) {
        isWatch = data.includes('watch\0')
        socket.write(Buffer.concat([message('R', int32(0)), ready]))
      } else if (isWatch) socket.write(report)
      else socket.resetAndDestroy()
    })
  }
  const server = createServer(serve).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a connection that breaks while it is being opened fails, and ends no process', async () => {
  const hosts = [await startHost({ writable: true }), await startHost({ writable: false })]
  const client = createClient({ connectionString: `postgres://user@${hosts.join(',')}/name` })
  await expect(client.connect()).rejects.toThrow(/ECONNRESET|terminated/)
})
