import { expect, test } from 'vitest'
import { createReaderTurns } from '#service/access/link-readers/reader-turns.ts'

const limits = { running: 3, runningOfLink: 2, waiting: 4, waitingOfLink: 3 }

/** Not a 5xx, which would count as a failure of the service. */
const brokenOff = { status: 400, type: 'broken-off' }

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Sends requests that are handled until `finish` is called. */
function readers() {
  const turns = createReaderTurns(limits)
  const handled: string[] = []
  const finish = new Map<string, () => void>()
  return {
    handled,
    /** Ends the handling of a request. */
    async end(name: string): Promise<void> {
      finish.get(name)!()
      await settle()
    },
    send(link: string, name: string, signal = new AbortController().signal): Promise<void> {
      return turns.take(link, {
        signal,
        handle: () => {
          handled.push(name)
          return new Promise((resolve) => finish.set(name, resolve))
        },
      })
    },
  }
}

test('few requests of a link, and of all links, are handled at a time; the others wait for their turn', async () => {
  const { send, handled, end } = readers()
  for (const name of ['a1', 'a2', 'a3']) void send('a', name)
  for (const name of ['b1', 'b2']) void send('b', name)
  await settle()
  expect(handled).toEqual(['a1', 'a2', 'b1'])
  // The third request of `a` came first, but `a` still has two.
  await end('b1')
  expect(handled).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  expect(handled).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  await Promise.all(['a2', 'a3', 'b2'].map(end))
  void send('c', 'c1')
  await settle()
  expect(handled.at(-1)).toBe('c1')
})

test('too many waiting requests of a link get 429, and of all links 503, with a time to wait', async () => {
  const { send } = readers()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void send('a', name)
  await settle()
  await expect(send('a', 'a6')).rejects.toMatchObject({ members: { status: 429, retryAfter: 2 } })
  void send('b', 'b1')
  void send('b', 'b2')
  await settle()
  await expect(send('b', 'b3')).rejects.toMatchObject({ members: { status: 503, retryAfter: 5 } })
})

test('a client that goes away while it waits is not handled, and frees its place', async () => {
  const { send, handled, end } = readers()
  const gone = new AbortController()
  void send('a', 'a1')
  void send('a', 'a2')
  const waiting = send('a', 'a3', gone.signal)
  void send('a', 'a4')
  gone.abort()
  await expect(waiting).rejects.toMatchObject({ members: brokenOff })
  await end('a1')
  await end('a2')
  await settle()
  expect(handled).toEqual(['a1', 'a2', 'a4'])
})

test('a client that has already gone away neither waits nor is handled', async () => {
  const { send, handled, end } = readers()
  const gone = AbortSignal.abort()
  await expect(send('a', 'a1', gone)).rejects.toMatchObject({ members: brokenOff })
  for (const name of ['a2', 'a3']) void send('a', name)
  await expect(send('a', 'a4', gone)).rejects.toMatchObject({ members: brokenOff })
  await Promise.all(['a2', 'a3'].map(end))
  expect(handled).toEqual(['a2', 'a3'])
})

test('a request that fails frees its place', async () => {
  const turns = createReaderTurns({ ...limits, running: 1 })
  const { signal } = new AbortController()
  const take = (handle: () => Promise<void>) => turns.take('a', { signal, handle })
  await expect(take(() => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
  let isHandled = false
  await take(() => Promise.resolve(void (isHandled = true)))
  expect(isHandled).toBe(true)
})
