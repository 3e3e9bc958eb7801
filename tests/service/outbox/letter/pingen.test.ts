import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Letter } from '#service/outbox/destinations/letter/letter-service.ts'
import { createPingen, fileNameOf } from '#service/outbox/destinations/letter/pingen/pingen.ts'
import { aLetter } from './a-letter.ts'
import { type PingenStandIn, account, openPingen } from './pingen-stand-in.ts'

let pingen: PingenStandIn
beforeEach(async () => void (pingen = await openPingen()))
afterEach(() => pingen.close())

const timeouts = { request: 500, upload: 500 }
const open = (change: Partial<typeof account> = {}) =>
  createPingen({ account: { ...account, ...change, api: pingen.api }, now: pingen.now, timeouts })
const submit = (service: ReturnType<typeof open>, letter: Letter) =>
  service.submit(letter, AbortSignal.timeout(5000))
const never = new AbortController().signal

test('a letter is uploaded and created with the address on the left', async () => {
  const letter = aLetter()
  expect(await submit(open(), letter)).toEqual({ code: 'submitted', letterId: pingen.letters[0]!.id })
  expect(pingen.kinds()).toEqual(['token', 'list', 'file-upload', 'put', 'create'])
  expect(pingen.posted()).toMatchObject([{ fileName: fileNameOf(letter.id), sha256: letter.sha256 }])
})

test('one access token serves several letters until shortly before it expires', async () => {
  const service = open()
  await submit(service, aLetter())
  await submit(service, aLetter())
  expect(pingen.kinds().filter((kind) => kind === 'token')).toHaveLength(1)
  pingen.advance(43_200_000 - 30_000)
  expect((await submit(service, aLetter())).code).toBe('submitted')
  expect(pingen.kinds().filter((kind) => kind === 'token')).toHaveLength(2)
  expect(pingen.requests.filter(({ status }) => status === 401)).toEqual([])
})

test('a token that was revoked early is replaced once', async () => {
  const service = open()
  await submit(service, aLetter())
  pingen.revokeTokens()
  expect((await submit(service, aLetter())).code).toBe('submitted')
  expect(pingen.requests.filter(({ status }) => status === 401)).toHaveLength(1)
})

test('a token that is refused again does not cause endless requests', async () => {
  pingen.fail('list', 401, 401, 401)
  expect(await submit(open(), aLetter())).toMatchObject({ code: 'retry', status: 401 })
  expect(pingen.kinds()).toEqual(['token', 'list', 'token', 'list'])
})

test('wrong credentials keep the letter waiting and hand nothing over', async () => {
  const result = await submit(open({ clientSecret: 'wrong' }), aLetter())
  expect(result).toEqual({ code: 'retry', status: 401, error: 'status 401 invalid_client', retryAfter: null })
  expect(pingen.kinds()).toEqual(['token'])
})

test('a wrong organisation keeps the letter waiting', async () => {
  const organisation = '00000000-0000-4000-8000-000000000000'
  expect(await submit(open({ organisation }), aLetter())).toMatchObject({ code: 'retry', status: 404 })
})

describe('failures of a request', () => {
  const kinds = ['token', 'list', 'file-upload', 'put', 'create'] as const

  test.each(kinds)('%s: 429 is retried, with Retry-After', async (kind) => {
    pingen.fail(kind, 429)
    const expected = { code: 'retry', status: 429, retryAfter: '17' }
    expect(await submit(open(), aLetter())).toMatchObject(expected)
    expect(pingen.posted()).toEqual([])
  })

  test.each(kinds)('%s: 500 is retried, and the next attempt succeeds', async (kind) => {
    pingen.fail(kind, 500)
    const [service, letter] = [open(), aLetter()]
    expect(await submit(service, letter)).toMatchObject({ code: 'retry', status: 500 })
    expect((await submit(service, letter)).code).toBe('submitted')
    expect(pingen.posted()).toHaveLength(1)
  })

  test.each(kinds)('%s: a server that hangs ends in a timeout', async (kind) => {
    pingen.fail(kind, 'hang')
    expect(await submit(open(), aLetter())).toMatchObject({ code: 'retry', status: null, error: 'timeout' })
  })

  test.each(kinds)('%s: a response without end is cut off', async (kind) => {
    pingen.fail(kind, 'huge')
    expect(await submit(open(), aLetter())).toMatchObject({ code: 'retry', error: 'response too large' })
  })

  test('an aborted attempt ends at once', async () => {
    pingen.fail('create', 'hang')
    const signal = AbortSignal.timeout(100)
    expect(await open().submit(aLetter(), signal)).toMatchObject({ code: 'retry', error: 'timeout' })
  })

  test.each([400, 413, 415, 422])('create: %i is permanent', async (status) => {
    pingen.fail('create', status)
    expect(await submit(open(), aLetter())).toMatchObject({ code: 'dead', status })
  })

  test.each([302, 402, 403, 404, 409, 410])(
    'create: %i does not concern the letter and is retried',
    async (status) => {
      pingen.fail('create', status)
      expect(await submit(open(), aLetter())).toMatchObject({ code: 'retry', status })
    },
  )

  test.each([400, 422])('list: %i does not hand the letter over', async (status) => {
    pingen.fail('list', status)
    expect(await submit(open(), aLetter())).toMatchObject({ code: 'retry', status })
    expect(pingen.letters).toEqual([])
  })

  test('a server that is down is retried', async () => {
    const service = open()
    await pingen.close()
    expect(await submit(service, aLetter())).toMatchObject({ code: 'retry', error: 'ECONNREFUSED' })
    pingen = await openPingen()
  })

  test('the error contains no text of the response', async () => {
    pingen.fail('create', 422)
    const result = await submit(open(), aLetter())
    expect(JSON.stringify(result)).not.toContain('Musterweg')
  })
})

describe('a letter that Pingen cannot print is refused without a request', () => {
  test.each([
    ['too large', { pdf: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(8 * 1024 * 1024)]) }],
    ['too many pages', { pages: 51 }],
    ['not a PDF', { pdf: Buffer.from('<html>') }],
  ])('%s', async (_, change) => {
    expect(await submit(open(), aLetter(change))).toMatchObject({ code: 'dead', status: null })
    expect(pingen.requests).toEqual([])
  })
})

describe('a letter is posted once although the response was lost', () => {
  test.each([
    ['within the delay of the list, by the idempotency key', 0, true],
    ['after the key was forgotten, by the list', 60_000, false],
    ['with both', 60_000, true],
  ])('%s', async (_, wait, remembersKeys) => {
    pingen.options.remembersKeys = remembersKeys
    pingen.fail('create', 'lost')
    const [service, letter] = [open(), aLetter()]
    expect(await submit(service, letter)).toMatchObject({ code: 'retry', status: null })
    pingen.advance(wait)
    expect(await submit(service, letter)).toEqual({ code: 'submitted', letterId: pingen.letters[0]!.id })
    expect(pingen.letters).toHaveLength(1)
  })

  test('by neither, the stand-in would post it twice', async () => {
    pingen.options.remembersKeys = false
    pingen.fail('create', 'lost')
    const [service, letter] = [open(), aLetter()]
    await submit(service, letter)
    await submit(service, letter)
    expect(pingen.letters).toHaveLength(2)
  })

  test.each([true, false])('after the process was killed (remembers keys: %s)', async (remembersKeys) => {
    pingen.options.remembersKeys = remembersKeys
    pingen.fail('create', 'held')
    const letter = aLetter()
    const script = new URL('./submit-once.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [script, 'pingen', pingen.api, letter.id, String(pingen.now())])
    const exited = once(child, 'exit')
    await expect.poll(() => pingen.letters.length).toBe(1)
    child.kill('SIGKILL')
    expect((await exited)[1]).toBe('SIGKILL')
    pingen.advance(130_000)
    expect(await submit(open(), letter)).toEqual({ code: 'submitted', letterId: pingen.letters[0]!.id })
    expect(pingen.posted()).toHaveLength(1)
  })

  test('after a restore, among many later letters', async () => {
    const [service, letter] = [open(), aLetter()]
    await submit(service, letter)
    const { id } = pingen.letters[0]!
    pingen.options.remembersKeys = false
    for (let count = 0; count < 120; count += 1) {
      pingen.advance(1000)
      pingen.letters.unshift({
        ...pingen.letters.at(-1)!,
        id: `other-${count}`,
        fileName: 'x.pdf',
        createdAt: pingen.now(),
      })
    }
    pingen.advance(60_000)
    expect(await submit(open(), letter)).toEqual({ code: 'submitted', letterId: id })
  })
})

test('the search for an earlier hand-over ends at letters from before the payment', async () => {
  const service = open()
  await submit(service, aLetter())
  for (let count = 0; count < 200; count += 1)
    pingen.letters.push({ ...pingen.letters[0]!, id: `old-${count}`, fileName: 'x.pdf', createdAt: 0 })
  pingen.advance(60_000)
  const before = pingen.requests.length
  await submit(service, aLetter())
  expect(
    pingen
      .kinds()
      .slice(before)
      .filter((kind) => kind === 'list'),
  ).toHaveLength(1)
})

/** Hands over a letter that then gets this status. */
async function submitted(status: string) {
  const service = open()
  await submit(service, aLetter())
  const letter = pingen.letters[0]!
  letter.status = status
  return { service, letter }
}

describe('cancel', () => {
  test('requests the cancellation while the letter is not printed', async () => {
    const { service, letter } = await submitted('submitted')
    expect(await service.cancel(letter.id, never)).toEqual({ code: 'requested' })
    expect(await service.cancel(letter.id, never)).toEqual({ code: 'requested' })
    letter.status = 'cancelled'
    expect(await service.cancel(letter.id, never)).toEqual({ code: 'cancelled' })
    expect(await service.status(letter.id, never)).toEqual({ code: 'known', state: 'cancelled' })
  })

  test.each(['printing', 'sent', 'undeliverable'])('is too late for a letter that is %s', async (status) => {
    const { service, letter } = await submitted(status)
    expect(await service.cancel(letter.id, never)).toEqual({ code: 'too-late' })
  })

  test('is retried while Pingen checks the document', async () => {
    const { service, letter } = await submitted('validating')
    expect(await service.cancel(letter.id, never)).toMatchObject({ code: 'retry', status: 409 })
  })

  test.each([401, 429, 500])('is retried after %i', async (status) => {
    const { service, letter } = await submitted('submitted')
    pingen.fail('cancel', status, status)
    expect(await service.cancel(letter.id, never)).toMatchObject({ code: 'retry', status })
  })

  test('does not take an unknown letter for cancelled', async () => {
    expect(await open().cancel('nothing', never)).toMatchObject({ code: 'retry', status: 404 })
  })
})

test.each([
  ['validating', 'waiting'],
  ['action_required', 'attention'],
  ['awaiting_credits', 'attention'],
  ['printing', 'waiting'],
  ['sent', 'sent'],
  ['unprintable', 'failed'],
  ['undeliverable', 'failed'],
  ['constructor', 'waiting'],
])('the status %s means %s', async (status, state) => {
  const service = open()
  await submit(service, aLetter())
  pingen.letters[0]!.status = status
  expect(await service.status(pingen.letters[0]!.id, never)).toEqual({ code: 'known', state })
})

test('a letter that Pingen does not delete in its state is kept', async () => {
  const service = open()
  await submit(service, aLetter())
  pingen.letters[0]!.status = 'printing'
  expect(await service.remove(pingen.letters[0]!.id, never)).toEqual({ code: 'kept', status: 409 })
})

test('a letter whose earlier hand-over is being cancelled waits for the decision', async () => {
  const [service, letter] = [open(), aLetter()]
  await submit(service, letter)
  pingen.advance(60_000)
  pingen.letters[0]!.status = 'cancelling'
  expect(await submit(service, { ...letter, handOver: 2 })).toMatchObject({ code: 'retry' })
  pingen.letters[0]!.status = 'cancelled'
  expect(await submit(service, { ...letter, handOver: 2 })).toMatchObject({ code: 'submitted' })
  expect(pingen.letters).toHaveLength(2)
})

test('a removed letter is unknown, and can be removed again', async () => {
  const service = open()
  await submit(service, aLetter())
  const { id } = pingen.letters[0]!
  expect(await service.remove(id, never)).toEqual({ code: 'removed' })
  expect(await service.remove(id, never)).toEqual({ code: 'removed' })
  expect(await service.status(id, never)).toEqual({ code: 'known', state: 'unknown' })
})
