import { expect, onTestFinished, test, vi } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { Problem } from '#service/http/errors.ts'
import { type ReceiveDeps, receiveUpload } from '#service/uploads/receive-upload.ts'
import { createConversionQueue } from '#service/uploads/conversion-queue.ts'
import { convertInProcess } from '#tests/service/harness.ts'
import { pdfOf } from './files.ts'

const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
const place = {
  runId: '00000000-0000-4000-8000-000000000001',
  funnel: 'zusaetzlich',
  field: 'mietvertrag',
  client: '192.0.2.1',
  chargeTime: async () => undefined,
}

function depsWith(uploads: Partial<Store['uploads']>): ReceiveDeps {
  const log = { find: async () => undefined }
  const store = { log, uploads: { list: async () => [], remove: async () => undefined, ...uploads } }
  return {
    store: store as unknown as ReceiveDeps['store'],
    now: () => 0,
    newId: () => place.runId,
    pace: { headMs: 60_000, windowMs: 60_000, bytesPerSecond: 1 },
    quota: Number.MAX_SAFE_INTEGER,
    convertProof: convertInProcess,
    queue: createConversionQueue(),
  }
}

function requestOf(body: BodyInit, more: Record<string, string> = {}): Request {
  return new Request('http://x/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...more },
    body,
    duplex: 'half',
  } as RequestInit)
}

async function refuseCharge(): Promise<void> {
  throw new Problem({ status: 429, type: 'x', title: 'x', detail: 'x' })
}

test.each([1_000, 3_000_000])('a failing store leaves no timer after %i bytes', async (bytes) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const timers = new Set<unknown>()
  const [set, clear] = [globalThis.setInterval, globalThis.clearInterval]
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) => {
    const timer = set(run, ms)
    timers.add(timer)
    return timer
  }) as typeof setInterval)
  vi.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
    timers.delete(timer)
    clear(timer as NodeJS.Timeout)
  })
  let begun = false
  // The body contains only a part of the file, and the stream never ends.
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.concat([Buffer.from(head), pdfOf(bytes)]))
      if (bytes < 10_000) controller.enqueue(pdfOf(200_000))
    },
  })
  const deps = depsWith({
    begin: async () => {
      begun = timers.size === 1
      throw new StoreUnavailable('it is full')
    },
  })
  const receiving = { ...place, request: requestOf(body), charge: async () => undefined }
  await expect(receiveUpload(receiving, deps)).rejects.toThrow(StoreUnavailable)
  expect(begun).toBe(true)
  await expect.poll(() => timers.size).toBe(0)
  vi.restoreAllMocks()
})

test('bytes of refused files are counted, and reading stops at the limit of the client', async () => {
  const full = depsWith({
    list: async () => Array.from({ length: 9 }, () => ({ ...place, size: 1 })) as never,
  })
  const content = Buffer.concat([Buffer.from(head), pdfOf(9_000_000), Buffer.from('\r\n--x--\r\n')])
  let charged = 0
  const charge = async (bytes: number) => void (charged += bytes)
  await expect(receiveUpload({ ...place, request: requestOf(content), charge }, full)).rejects.toThrow(
    Problem,
  )
  expect(charged).toBe(content.length)

  let pulled = 0
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(pulled++ ? Buffer.alloc(65_536) : Buffer.from(head))
    },
  })
  await expect(
    receiveUpload({ ...place, request: requestOf(endless), charge: refuseCharge }, full),
  ).rejects.toThrow(Problem)
  expect(pulled).toBeLessThan(40)
})

test('a Content-Length larger than any form is refused before the body is read', async () => {
  let pulled = 0
  const body = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 })
  const request = requestOf(body, { 'content-length': '99999999' })
  const receiving = { ...place, request, charge: async () => undefined }
  await expect(receiveUpload(receiving, depsWith({}))).rejects.toMatchObject({ members: { status: 413 } })
  expect(pulled).toBe(0)
})
