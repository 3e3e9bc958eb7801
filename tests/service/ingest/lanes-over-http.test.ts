import { expect, test } from 'vitest'
import type { Timers } from '#service/ingest/lanes.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { openTestService } from '#tests/service/harness.ts'

/** Creates timers that fire only when the test calls `elapse`. */
function handTimer() {
  const armed: (() => void)[] = []
  const timers: Timers = {
    set: (callback) => {
      armed.push(callback)
      return callback
    },
    clear: (handle) => void armed.splice(armed.indexOf(handle as () => void), 1),
  }
  return { timers, elapse: () => armed.shift()?.(), armed }
}

async function open() {
  const timer = handTimer()
  const service = await openTestService({ ingest: { size: 10 }, timers: timer.timers })
  const answered: string[] = []
  /** Sends events without waiting for the response. Resolves when the events are pending or have been answered. */
  async function send(name: string, events: unknown[], over: Record<string, unknown> = {}) {
    const before = service.ingest.pending()
    const answer = service.post(envelope(events, over)).then((result) => {
      answered.push(name)
      return result
    })
    while (service.ingest.pending() === before && !answered.includes(name))
      await new Promise((resolve) => setImmediate(resolve))
    return { answer }
  }
  return { service, timer, answered, send }
}

test('a step waits until a start is committed with it; no response is sent before the commit', async () => {
  const { service, timer, answered, send } = await open()
  try {
    const step = await send('step', [wireEvent('step')])
    expect(timer.armed).toHaveLength(1)
    expect(await service.store.log.head()).toBe(0)
    expect(answered).toEqual([])
    const start = await service.post(envelope([wireEvent('start')]))
    expect(start.body.results).toMatchObject([{ status: 'stored', position: 2 }])
    expect((await step.answer).body.results).toMatchObject([{ status: 'stored', position: 1 }])
    expect(timer.armed).toHaveLength(0)
  } finally {
    await service.close()
  }
})

test('events are stored before the response', async () => {
  const { service } = await open()
  try {
    const event = wireEvent('email')
    await service.post(envelope([event]))
    expect(await service.store.log.find({ id: event.id })).toMatchObject({ position: 1 })
  } finally {
    await service.close()
  }
})

test('events of low and medium priority are committed at ten, after the wait, or when the page is left', async () => {
  const { service, timer, send } = await open()
  try {
    const nine = await send(
      'nine',
      Array.from({ length: 9 }, () => wireEvent('step')),
    )
    expect(await service.store.log.head()).toBe(0)
    await service.post(envelope([wireEvent('invalid')]))
    expect(await service.store.log.head()).toBe(10)
    await nine.answer

    const waiting = await send('waiting', [wireEvent('abandon')])
    expect(await service.store.log.head()).toBe(10)
    timer.elapse()
    await waiting.answer
    expect(await service.store.log.head()).toBe(11)

    await service.post(envelope([wireEvent('abandon')], { final: true }))
    expect(await service.store.log.head()).toBe(12)
  } finally {
    await service.close()
  }
})

test('commits call the listeners, duplicates do not', async () => {
  const { service } = await open()
  try {
    let woken = 0
    service.ingest.onCommit(() => (woken += 1))
    const event = wireEvent('start')
    await service.post(envelope([event]))
    expect(woken).toBe(1)
    await service.post(envelope([event]))
    expect(woken).toBe(1)
  } finally {
    await service.close()
  }
})
