import { describe, expect, test } from 'vitest'
import type { AppendRequest, AppendResult, NewEvent, Rejection } from '#db/ports/event-log.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { type LaneSettings, Lanes } from '#service/ingest/lanes.ts'

/**
 * Creates `Lanes`, which collect events and commit them in batches, with a simulated log. The test decides when a
 * commit finishes and when the timer fires.
 */
function openLanes(over: Partial<LaneSettings> = {}) {
  const commits: {
    events: AppendRequest['events']
    rejected: Rejection[]
    settle: (error?: Error) => void
  }[] = []
  const armed: { callback: () => void; ms: number }[] = []
  const committed: number[] = []
  let position = 0
  const lanes = new Lanes({
    size: 10,
    waitMs: 5000,
    maxBatch: 1000,
    maxPending: 5000,
    ...over,
    append: ({ events, rejected }) =>
      new Promise<AppendResult[]>((resolve, reject) => {
        const settle = (error?: Error) =>
          error
            ? reject(error)
            : resolve(events.map(() => ({ status: 'stored', position: ++position, bytes: 1 })))
        commits.push({ events, rejected, settle })
      }),
    timers: {
      set: (callback, ms) => {
        const entry = { callback, ms }
        armed.push(entry)
        return entry
      },
      clear: (handle) => void armed.splice(armed.indexOf(handle as (typeof armed)[number]), 1),
    },
    committed: (appended) => void committed.push(appended.length),
    failed: () => undefined,
  })
  const elapse = () => armed.shift()?.callback()
  return { lanes, commits, armed, committed, elapse }
}

const event = (id = 'e') => ({ id }) as NewEvent
const events = (count: number) => Array.from({ length: count }, (_, index) => event(`e${index}`))
const rejection = { receivedAt: 0, type: 'step', funnel: 'anmeldung', issues: [] }

/** Resolves when the callbacks of all settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('when a batch is due', () => {
  test('an urgent event is committed at once, together with all waiting ones', async () => {
    const { lanes, commits, armed } = openLanes()
    const low = lanes.submit([event('low')], false)
    expect(commits).toHaveLength(0)
    const high = lanes.submit([event('high')], true)
    expect(commits).toHaveLength(1)
    expect(commits[0]!.events.map(({ id }) => id)).toEqual(['low', 'high'])
    expect(armed).toHaveLength(0)
    commits[0]!.settle()
    expect(await low).toEqual([{ status: 'stored', position: 1, bytes: 1 }])
    expect(await high).toEqual([{ status: 'stored', position: 2, bytes: 1 }])
  })

  test('nine other events wait, the tenth makes the batch due', () => {
    const { lanes, commits } = openLanes()
    for (let count = 1; count <= 9; count++) void lanes.submit([event()], false)
    expect(commits).toHaveLength(0)
    void lanes.submit([event()], false)
    expect(commits[0]!.events).toHaveLength(10)
  })

  test('ten in one request are due as well', () => {
    const { lanes, commits } = openLanes()
    void lanes.submit(events(10), false)
    expect(commits).toHaveLength(1)
  })

  test('the batch is due five seconds after its first event, whatever follows', () => {
    const { lanes, commits, armed, elapse } = openLanes()
    void lanes.submit([event()], false)
    void lanes.submit([event()], false)
    expect(armed.map(({ ms }) => ms)).toEqual([5000])
    elapse()
    expect(commits[0]!.events).toHaveLength(2)
  })
})

describe('while a commit runs', () => {
  test('no request resolves before it, and arriving events form the next batch', async () => {
    const { lanes, commits, committed } = openLanes()
    const order: string[] = []
    void lanes.submit([event('first')], true).then(() => order.push('first'))
    void lanes.submit([event('second')], true).then(() => order.push('second'))
    void lanes.submit([event('third')], true).then(() => order.push('third'))
    await settled()
    expect(commits).toHaveLength(1)
    expect(order).toEqual([])
    commits[0]!.settle()
    await settled()
    expect(order).toEqual(['first'])
    expect(commits[1]!.events.map(({ id }) => id)).toEqual(['second', 'third'])
    commits[1]!.settle()
    await settled()
    expect(order).toEqual(['first', 'second', 'third'])
    expect(committed).toEqual([1, 2])
    expect(lanes.pending).toBe(0)
  })

  test('events that are not due wait their own five seconds afterwards', async () => {
    const { lanes, commits, armed, elapse } = openLanes()
    void lanes.submit([event()], true)
    void lanes.submit([event()], false)
    commits[0]!.settle()
    await settled()
    expect(commits).toHaveLength(1)
    expect(armed).toHaveLength(1)
    elapse()
    expect(commits).toHaveLength(2)
  })

  test('a timer that fires during the commit starts no second one', async () => {
    const { lanes, commits, elapse } = openLanes()
    void lanes.submit([event()], true)
    void lanes.submit([event()], false)
    elapse()
    expect(commits).toHaveLength(1)
    commits[0]!.settle()
    await settled()
    expect(commits).toHaveLength(2)
  })

  test('a full batch is committed concurrently; one that is not full waits, and so does a third one', async () => {
    const { lanes, commits } = openLanes({ maxBatch: 20 })
    void lanes.submit([event()], true)
    void lanes.submit(events(10), true)
    expect(commits).toHaveLength(1)
    void lanes.submit(events(10), true)
    expect(commits.map((commit) => commit.events.length)).toEqual([1, 20])
    void lanes.submit(events(20), true)
    expect(commits).toHaveLength(2)
    expect(lanes.pending).toBe(41)
    // Two commits are running. Whichever finishes first makes room for the third one.
    commits[1]!.settle()
    await settled()
    expect(commits).toHaveLength(3)
    expect(lanes.pending).toBe(21)
    commits[0]!.settle()
    commits[2]!.settle()
    await settled()
    expect(lanes.pending).toBe(0)
  })

  test('flushing waits for all running commits', async () => {
    const { lanes, commits } = openLanes({ maxBatch: 2 })
    void lanes.submit([event()], true)
    void lanes.submit(events(2), true)
    void lanes.submit([event()], false)
    let flushed = false
    const flush = lanes.flush().then(() => (flushed = true))
    commits[1]!.settle()
    await settled()
    commits[0]!.settle()
    await settled()
    expect(flushed).toBe(false)
    commits[2]!.settle()
    await flush
    expect(lanes.pending).toBe(0)
  })

  test('batches are whole requests of about a thousand events', async () => {
    const { lanes, commits } = openLanes()
    void lanes.submit([event()], true)
    for (let count = 0; count < 30; count++) void lanes.submit(events(50), true)
    commits[0]!.settle()
    await settled()
    expect(commits[1]!.events).toHaveLength(1000)
    commits[1]!.settle()
    await settled()
    expect(commits[2]!.events).toHaveLength(500)
  })

  test('a request larger than a batch is committed alone', async () => {
    const { lanes, commits } = openLanes({ maxBatch: 5 })
    void lanes.submit(events(8), true)
    void lanes.submit(events(8), true)
    expect(commits[0]!.events).toHaveLength(8)
    commits[0]!.settle()
    await settled()
    expect(commits[1]!.events).toHaveLength(8)
  })
})

describe('when the store fails', () => {
  test('all requests of the batch fail, and the next ones are tried again', async () => {
    const { lanes, commits } = openLanes()
    const first = lanes.submit([event()], true)
    commits[0]!.settle(new StoreUnavailable('disk full'))
    await expect(first).rejects.toThrow('disk full')
    const second = lanes.submit([event()], true)
    commits[1]!.settle()
    expect(await second).toHaveLength(1)
  })

  test('a request that the store refuses does not fail the others', async () => {
    const { lanes, commits } = openLanes()
    void lanes.submit([event()], true)
    const good = lanes.submit([event('good')], true)
    const bad = lanes.submit([event('bad')], true)
    commits[0]!.settle()
    await settled()
    commits[1]!.settle(new Error('a bug'))
    await settled()
    commits[2]!.settle()
    await settled()
    commits[3]!.settle(new Error('a bug'))
    expect(await good).toHaveLength(1)
    await expect(bad).rejects.toThrow('a bug')
  })

  test('events above the limit of pending ones are refused at once', async () => {
    const { lanes, commits } = openLanes({ maxPending: 3 })
    void lanes.submit([event()], true)
    void lanes.submit(events(2), true)
    await expect(lanes.submit([event()], true)).rejects.toThrow(StoreUnavailable)
    commits[0]!.settle()
    await settled()
    const taken = lanes.submit([event()], true)
    commits[1]!.settle()
    await settled()
    commits[2]!.settle()
    expect(await taken).toHaveLength(1)
  })
})

describe('rejections', () => {
  test('are stored with the next commit', () => {
    const { lanes, commits } = openLanes()
    lanes.note([rejection])
    expect(commits).toHaveLength(0)
    void lanes.submit([event()], true)
    expect(commits[0]!.rejected).toEqual([rejection])
  })

  test('are committed alone after five seconds without events', () => {
    const { lanes, commits, elapse } = openLanes()
    lanes.note([rejection])
    elapse()
    expect(commits[0]).toMatchObject({ events: [], rejected: [rejection] })
  })

  test('are kept up to a limit while the store is unavailable', async () => {
    const { lanes, commits } = openLanes()
    lanes.note(Array.from({ length: 1500 }, () => rejection))
    lanes.submit([event()], true).catch(() => undefined)
    expect(commits[0]!.rejected).toHaveLength(1000)
    lanes.note([rejection])
    commits[0]!.settle(new StoreUnavailable('busy'))
    await settled()
    void lanes.submit([event()], true)
    expect(commits[1]!.rejected).toHaveLength(1000)
  })
})

describe('during shutdown', () => {
  test('flush commits the waiting events and resolves after the commit', async () => {
    const { lanes, commits } = openLanes()
    void lanes.submit([event()], false)
    let done = false
    const flushed = lanes.flush().then(() => (done = true))
    expect(commits).toHaveLength(1)
    await settled()
    expect(done).toBe(false)
    commits[0]!.settle()
    await flushed
    expect(lanes.pending).toBe(0)
  })

  test('after drain no event waits for others', async () => {
    const { lanes, commits, armed } = openLanes()
    await lanes.drain()
    void lanes.submit([event()], false)
    expect(commits).toHaveLength(1)
    commits[0]!.settle()
    await settled()
    expect(armed).toHaveLength(0)
  })
})
